import CatalogModel
import Platform

/// Reads and replaces whole files that only their owner can read.
package enum PrivateFile {
  /// Reads a whole file.
  ///
  /// - Parameter limit: The maximum size of the file in bytes.
  /// - Throws: ``CatalogError`` if the file cannot be read or is too large.
  package static func bytes(at path: String, atMost limit: Int) throws(CatalogError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("read", path, errno) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, path, atMost: limit)
  }

  /// Reads the rest of an open file.
  ///
  /// - Parameters:
  ///   - path: The path for messages.
  ///   - limit: The maximum number of bytes to read.
  static func bytes(of descriptor: Int32, _ path: String, atMost limit: Int) throws(CatalogError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 65_535) + 1)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { SystemCall.read(descriptor, into: $0) }
      guard count >= 0 else { throw failure("read", path, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw CatalogError(.failed, "read", path, cause: "it is larger than \(limit) bytes")
  }

  /// Replaces a file atomically, so that readers see either the old or the new file as a whole.
  ///
  /// - Parameters:
  ///   - temporary: The path of a temporary file in the same folder. It must not exist.
  ///   - isDurable: True if the new file must survive a power failure.
  static func replace(
    _ path: String, with bytes: [UInt8], by temporary: String, isDurable: Bool = true
  ) throws(CatalogError) {
    let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("write", path, errno) }
    try finish(descriptor, bytes.withUnsafeBytes { SystemCall.writeAll(descriptor, $0) }, temporary, path, isDurable)
  }

  /// Gives a complete temporary file its final name, once the file is durable on disk. Replaces an existing file.
  static func put(_ temporary: String, at path: String) throws(CatalogError) {
    let descriptor = open(temporary, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("write", path, errno) }
    try finish(descriptor, 0, temporary, path, true)
  }

  /// Closes and renames a temporary file, or deletes it if a system call fails.
  ///
  /// - Parameter code: The system's error code of the preceding call, or 0.
  private static func finish(
    _ descriptor: Int32, _ code: Int32, _ temporary: String, _ path: String, _ isDurable: Bool
  ) throws(CatalogError) {
    var code = code
    if code == 0, isDurable, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, rename(temporary, path) != 0 { code = errno }
    guard code != 0 else { return }
    unlink(temporary)
    throw failure("write", path, code)
  }

  /// Creates a folder and its missing parents, accessible only to their owner.
  static func makeFolder(_ folder: String) throws(CatalogError) {
    var made = ""
    for part in folder.split(separator: "/") {
      made += (made.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
      // If the folder already exists, a failure to create it is harmless.
      var status = stat()
      guard mkdir(made, 0o700) != 0, errno != EEXIST, stat(made, &status) != 0 else { continue }
      throw failure("write", folder, errno)
    }
  }

  /// Converts a system error code to an error about a file.
  static func failure(_ operation: String, _ path: String, _ code: Int32) -> CatalogError {
    let kind: CatalogError.Code =
      switch code {
      case EACCES, EPERM, EROFS: .permissionDenied
      case ENOSPC, EDQUOT: .diskFull
      case ENOENT, ENOTDIR: .missing
      default: .failed
      }
    return CatalogError(kind, operation, path, cause: SystemError.words(code))
  }
}
