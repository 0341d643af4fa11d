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
    var code = writeNew(temporary, bytes, isDurable: isDurable)
    if code == 0, rename(temporary, path) != 0 {
      code = errno
      unlink(temporary)
    }
    guard code == 0 else { throw failure("write", path, code) }
  }

  /// Writes a new file, and deletes it if writing fails.
  ///
  /// - Returns: The system's error code, or 0.
  private static func writeNew(_ path: String, _ bytes: [UInt8], isDurable: Bool) -> Int32 {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    var code = bytes.withUnsafeBytes { SystemCall.writeAll(descriptor, $0) }
    if code == 0, isDurable, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code != 0 { unlink(path) }
    return code
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
