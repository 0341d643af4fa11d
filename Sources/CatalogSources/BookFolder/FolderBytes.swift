import CatalogModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file of a folder.
final class FolderBytes: ArchiveBytes {
  let count: Int
  /// When it was changed last, in nanoseconds since 1970, as it was opened.
  let modified: Int64
  private let descriptor: Int32

  /// Opens a file for reading. A link that was put in its place since it was listed is not followed.
  ///
  /// - Parameter folder: the folder of the listing, absolute.
  /// - Throws: ``ArchiveFailure``
  init(_ file: FolderFile, in folder: String) throws(ArchiveFailure) {
    var path = folder.hasSuffix("/") ? folder + file.path : "\(folder)/\(file.path)"
    if file.isLink {
      let root = FolderListing.realPath(folder).map { $0 == "/" ? $0 : $0 + "/" }
      guard let root, let target = FolderListing.realPath(path), target.hasPrefix(root) else {
        throw ArchiveFailure(.unreadable, "it is a link to what is not in the folder")
      }
      path = target
    }
    // Whatever stands there by now: nobody waits for the other end of a pipe.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ArchiveFailure(.unreadable, "it is no file any more")
    }
    count = Int(clamping: status.st_size)
    modified = FolderListing.modified(status)
  }

  deinit { close(descriptor) }

  /// Whether it is as it was when it was opened.
  var isAsItWas: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && Int(clamping: status.st_size) == count
      && FolderListing.modified(status) == modified
  }

  func bytes(in range: Range<Int>) throws(ArchiveFailure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      filled = 0
      while filled < range.count, let start = buffer.baseAddress {
        let received = pread(descriptor, start + filled, range.count - filled, off_t(range.lowerBound + filled))
        if received > 0 {
          filled += received
        } else if received == 0 {
          return
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    guard code == 0 else { throw Self.failure(code) }
    guard bytes.count == range.count else {
      throw ArchiveFailure(.unreadable, "it ends where it did not when it was opened")
    }
    return bytes
  }

  private static func failure(_ code: Int32) -> ArchiveFailure {
    ArchiveFailure(
      code == ENOENT ? .missing : .unreadable, "it cannot be read: \(String(cString: strerror(code)).lowercased())")
  }
}
