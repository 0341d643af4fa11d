import Platform

/// An open file.
final class FileBytes: ArchiveBytes {
  let count: Int
  /// The modification time of the file when it was opened, in nanoseconds since 1970.
  let modified: Int64
  private let descriptor: Int32

  /// Opens a file for reading. Fails if the last component of the path is a symbolic link.
  ///
  /// - Throws: ``ArchiveFailure``
  init(path: String) throws(ArchiveFailure) {
    guard !path.utf8.contains(0) else { throw Self.failure(ENOENT) }
    // Do not block if the path is now a pipe.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ArchiveFailure(.unreadable, "it is not a regular file")
    }
    count = Int(clamping: status.st_size)
    modified = status.modifiedNanoseconds
  }

  deinit { close(descriptor) }

  /// True if the size and the modification time are the same as when the file was opened.
  var isAsItWas: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && Int(clamping: status.st_size) == count
      && status.modifiedNanoseconds == modified
  }

  /// Passes the file descriptor to a library that reads the file itself. The descriptor is valid while `body` runs.
  func withDescriptor<Result>(_ body: (Int32) -> Result) -> Result { body(descriptor) }

  func bytes(in range: Range<Int>) throws(ArchiveFailure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      let count = SystemCall.read(descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
      (filled, code) = count < 0 ? (0, errno) : (count, 0)
    }
    guard code == 0 else { throw Self.failure(code) }
    guard bytes.count == range.count else {
      throw ArchiveFailure(.unreadable, "it became shorter after it was opened")
    }
    return bytes
  }

  /// Returns a path with symbolic links resolved, or `nil` if nothing exists at the path.
  static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(validatingCString: real)
  }

  private static func failure(_ code: Int32) -> ArchiveFailure {
    ArchiveFailure(
      code == ENOENT ? .missing : .unreadable, "it cannot be read: \(SystemError.words(code))")
  }
}
