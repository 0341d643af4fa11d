import CatalogModel
import Platform

/// A file that is sent as a body. The file stays open, so its own bytes are sent even if another file replaces it at
/// its path.
public final class FileBody: Sendable {
  /// The size in bytes.
  public let size: Int
  /// The time of the last modification, in whole seconds since 1970.
  public let modified: Int
  private let descriptor: Int32

  /// Creates a body by opening a file.
  ///
  /// - Parameter path: The path of the file. It must not contain any part of a request.
  /// - Throws: ``CatalogError`` if the file cannot be opened or is not a regular file. A symbolic link is followed.
  public init(path: String) throws(CatalogError) {
    // Open the file without blocking. Otherwise, opening a pipe would wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let code: CatalogError.Code = errno == ENOENT ? .missing : errno == EACCES ? .permissionDenied : .failed
      throw CatalogError(code, "read", path, cause: SystemError.words(errno))
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw CatalogError(.inTheWay, "read", path, cause: "not a regular file")
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
    modified = status.modified.tv_sec
  }

  deinit { close(descriptor) }

  /// Returns another descriptor of the file, which the caller must close; `nil` if the system has no descriptors left.
  func duplicate() -> Int32? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : nil
  }
}
