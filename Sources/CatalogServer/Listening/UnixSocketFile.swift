import CatalogModel
import Platform

/// The file of a Unix socket, identified by device and inode, so that no other file at its path is ever removed.
struct UnixSocketFile: Sendable {
  let path: String
  private let device: UInt64
  private let inode: UInt64

  /// Starts listening on a socket at the given path. Only the user of this process can connect to it. Replaces the
  /// socket of a server that no longer runs.
  ///
  /// - Throws: ``CatalogError`` if something else is at the path (including a symbolic link), another process listens
  ///   there, or other users may replace files in the folder.
  static func listen(at path: String) throws(CatalogError) -> (descriptor: Int32, file: UnixSocketFile) {
    try requireOwnFolder(path)
    try clear(path)
    let descriptor = SystemCall.streamSocket(AF_UNIX)
    guard descriptor >= 0 else { throw failure(path, errno) }
    // Set the permissions before binding: the file is created with them, and is never open to other users.
    guard fchmod(descriptor, 0o600) == 0, SocketCalls.bind(descriptor, path: path) == 0,
      chmodSocket(path), let status = Self.status(path)
    else {
      let code = errno
      close(descriptor)
      throw failure(path, code)
    }
    let file = UnixSocketFile(path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    guard SystemCall.listen(descriptor) == 0 else {
      let code = errno
      file.remove()
      close(descriptor)
      throw failure(path, code)
    }
    return (descriptor, file)
  }

  /// Removes the socket's file, unless another file has replaced it.
  func remove() {
    guard let status = Self.status(path), UInt64(status.st_dev) == device, UInt64(status.st_ino) == inode else {
      return
    }
    unlink(path)
  }

  /// Returns the status of the item at a path, without following symbolic links.
  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  /// Restricts the file itself, on systems that ignore the permissions of an unbound socket.
  private static func chmodSocket(_ path: String) -> Bool {
    #if canImport(Darwin)
      return lchmod(path, 0o600) == 0
    #else
      return true
    #endif
  }

  /// Refuses a folder in which users may rename or remove files of other users.
  private static func requireOwnFolder(_ path: String) throws(CatalogError) {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    var status = stat()
    guard stat(folder, &status) == 0 else { throw failure(path, errno) }
    let isOpen = status.st_mode & S_IWOTH != 0 && status.st_mode & S_ISVTX == 0
    guard !isOpen else {
      throw CatalogError(
        .permissionDenied, "listen on", "unix:\(path)", cause: "any user may replace files in its folder",
        hint: "choose a folder that only you can write to")
    }
  }

  /// Removes the socket of a server that no longer runs.
  private static func clear(_ path: String) throws(CatalogError) {
    guard let status = Self.status(path) else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw CatalogError(.inTheWay, "listen on", "unix:\(path)", cause: "a file that is not a socket is in the way")
    }
    let descriptor = SystemCall.streamSocket(AF_UNIX)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    // If the connection fails for another reason, such as a full queue, a process is listening as well.
    guard SocketCalls.connect(descriptor, path: path) != 0, errno == ECONNREFUSED else {
      throw CatalogError(
        .inTheWay, "listen on", "unix:\(path)", cause: "another program is listening there",
        hint: "stop it, or choose another path")
    }
    unlink(path)
  }

  private static func failure(_ path: String, _ code: Int32) -> CatalogError {
    let kind: CatalogError.Code =
      code == EACCES || code == EPERM ? .permissionDenied : code == ENOENT ? .missing : .failed
    return CatalogError(kind, "listen on", "unix:\(path)", cause: SystemError.words(code))
  }
}
