import CatalogModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that their owner alone can read, which are read and replaced as a whole.
package enum PrivateFile {
  /// A whole file.
  ///
  /// - Parameter limit: how many bytes it may have.
  /// - Throws: ``CatalogError`` where it cannot be read, or is larger.
  package static func bytes(at path: String, atMost limit: Int) throws(CatalogError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw failure("read", path, errno) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, path, atMost: limit)
  }

  /// What is left to read of a file.
  ///
  /// - Parameters:
  ///   - path: for messages.
  ///   - limit: how many bytes it may have.
  static func bytes(of descriptor: Int32, _ path: String, atMost limit: Int) throws(CatalogError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 65_535) + 1)
    while bytes.count <= limit {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("read", path, errno) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
    throw CatalogError(.failed, "read", path, cause: "it is larger than \(limit) bytes")
  }

  /// Puts a new file in the place of what was there, so that whoever reads finds one of the two whole.
  ///
  /// - Parameters:
  ///   - temporary: the path under which it is written first, in the same folder, where nothing may be.
  ///   - isDurable: whether it must survive a power cut.
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

  /// Writes a file where nothing is yet, and leaves none that is not whole.
  ///
  /// - Returns: the error of the system; 0 where there was none.
  private static func writeNew(_ path: String, _ bytes: [UInt8], isDurable: Bool) -> Int32 {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    var rest = bytes[...]
    var code: Int32 = 0
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if count < 0, errno != EINTR { code = errno }
    }
    if code == 0, isDurable, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code != 0 { unlink(path) }
    return code
  }

  /// Makes a folder and those above it, as far as they are missing, for their owner alone.
  static func makeFolder(_ folder: String) throws(CatalogError) {
    var made = ""
    for part in folder.split(separator: "/") {
      made += (made.isEmpty && !folder.hasPrefix("/") ? "" : "/") + part
      // A folder above that cannot be written is no harm while it is there.
      var status = stat()
      guard mkdir(made, 0o700) != 0, errno != EEXIST, stat(made, &status) != 0 else { continue }
      throw failure("write", folder, errno)
    }
  }

  /// What an error of the system means for a file.
  static func failure(_ operation: String, _ path: String, _ code: Int32) -> CatalogError {
    let kind: CatalogError.Code =
      switch code {
      case EACCES, EPERM, EROFS: .permissionDenied
      case ENOSPC, EDQUOT: .diskFull
      case ENOENT, ENOTDIR: .missing
      default: .failed
      }
    return CatalogError(kind, operation, path, cause: String(cString: strerror(code)).lowercased())
  }
}
