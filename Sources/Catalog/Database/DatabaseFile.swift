#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The catalog's file as the file system sees it. Nothing here reads the file or keeps a descriptor on it: closing any
/// descriptor drops the process's locks (sqlite.org/howtocorrupt.html, 2.2).
enum DatabaseFile {
  /// What SQLite keeps beside a database, as ends of its name.
  static let sideFiles = ["-wal", "-shm", "-journal"]

  /// What makes two paths the same file.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// The identity of the file at a path; `nil` when there is none.
  /// - Throws: ``CatalogError`` when something else stands there, or it cannot be reached.
  static func identity(of path: String) throws -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("open", path, errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    case S_IFDIR:
      throw CatalogError(
        .inTheWay, "open", path, cause: "it is a directory", hint: "name a file inside it, such as catalog.db")
    default:
      throw CatalogError(.inTheWay, "open", path, cause: "it is not a regular file")
    }
  }

  /// Makes an empty file of a new name beside a path that only its owner can read and write. SQLite gives its `-wal` and
  /// `-shm` the same mode.
  static func makeTemporary(beside path: String) throws -> String {
    var template = Array((path + temporaryMark + "XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("make", path, errno) }
    close(descriptor)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// What stands in the names of temporary files, before six letters and digits: no user calls a file so.
  private static let temporaryMark = ".unfinished-"

  /// Whether a file of this name is one that was made by ``makeTemporary(beside:)``.
  static func isTemporary(_ name: String) -> Bool {
    let end = name.utf8.suffix(6)
    return name.utf8.dropLast(6).suffix(temporaryMark.utf8.count).elementsEqual(temporaryMark.utf8)
      && end.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32
      }
  }

  /// Makes an empty file of a name that nothing has; errors in `errno`.
  static func take(_ path: String) -> Bool {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Brings the names in the folder of a path to the disk. Where a folder cannot be opened for that, the system does it in
  /// its time.
  static func syncFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Whether SQLite can write the file: its folder has to take a log too, unless one is there.
  static func isWritable(_ path: String) -> Bool {
    access(path, W_OK) == 0 && (exists(path + "-wal") || access(folder(of: path), W_OK) == 0)
  }

  /// The path with no links in it: SQLite puts the log beside the file itself. The path as it is, where nothing is there.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Tells who watches the folder that something was committed, by setting the time of the log, which is not opened for
  /// it. That the log is written to says less: a commit can be seen only later, when the log is on the disk, by a change
  /// of shared memory, of which nobody is told.
  ///
  /// - Parameter path: as ``resolved(_:)`` gives it.
  static func announceCommit(to path: String) {
    utimensat(AT_FDCWD, path + "-wal", nil, 0)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The names of what is in a folder; none of one that cannot be listed.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
        })
    }
    return names
  }

  /// The size in bytes; 0 when there is no such file.
  static func size(of path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  static func failure(_ operation: String, _ path: String, _ code: Int32) -> CatalogError {
    let cause = String(cString: strerror(code)).lowercased()
    switch code {
    case EACCES, EPERM, EROFS:
      return CatalogError(.permissionDenied, operation, path, cause: cause, hint: "check the permissions of its folder")
    case ENOENT, ENOTDIR:
      return CatalogError(.missing, operation, path, cause: cause, hint: "make its folder first, or name another file")
    case ENOSPC, EDQUOT, EFBIG:
      return CatalogError(.diskFull, operation, path, cause: cause, hint: "free some space and try again")
    default:
      return CatalogError(.failed, operation, path, cause: cause)
    }
  }
}
