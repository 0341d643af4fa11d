#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The catalog's file as the file system sees it. No function here reads the file or opens a descriptor on it: closing
/// any descriptor would drop the process's locks (sqlite.org/howtocorrupt.html, 2.2).
enum DatabaseFile {
  /// The suffixes of the files that SQLite keeps next to a database.
  static let sideFiles = ["-wal", "-shm", "-journal"]

  /// The identity of a file. Two paths with the same identity refer to the same file.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
  }

  /// Returns the identity of the file at a path, or `nil` if there is none.
  ///
  /// - Throws: ``CatalogError`` if the path is not a regular file or cannot be accessed.
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
        .inTheWay, "open", path, cause: "it is a directory", hint: "choose a file inside it, such as catalog.db")
    default:
      throw CatalogError(.inTheWay, "open", path, cause: "it is not a regular file")
    }
  }

  /// Creates an empty file with a new name next to a path. Only its owner can read and write it. SQLite gives its
  /// `-wal` and `-shm` files the same mode.
  static func makeTemporary(beside path: String) throws -> String {
    var template = Array((path + temporaryMark + "XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("create", path, errno) }
    close(descriptor)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The part of the name of a temporary file before six letters and digits. Users are unlikely to choose such a name.
  private static let temporaryMark = ".unfinished-"

  /// Returns true if a file has a name as created by ``makeTemporary(beside:)``.
  static func isTemporary(_ name: String) -> Bool {
    let end = name.utf8.suffix(6)
    return name.utf8.dropLast(6).suffix(temporaryMark.utf8.count).elementsEqual(temporaryMark.utf8)
      && end.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32
      }
  }

  /// Creates an empty file. Returns false, with the error in `errno`, if the file exists or another error occurs.
  static func take(_ path: String) -> Bool {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Writes the folder of a path to the disk, so that new names in it are durable. If the folder cannot be opened, the
  /// system writes it later.
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

  /// Returns true if SQLite can write to the file. Unless a log exists, the folder must be writable, too.
  static func isWritable(_ path: String) -> Bool {
    access(path, W_OK) == 0 && (exists(path + "-wal") || access(folder(of: path), W_OK) == 0)
  }

  /// Returns the path with symbolic links resolved, since SQLite puts the log next to the file itself. If there is no
  /// file, the path is returned unchanged.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Notifies processes that watch the folder of a commit, by setting the time of the log without opening it. Events
  /// about writes to the log are not sufficient: a commit becomes visible only later, when the log is on the disk and
  /// shared memory changes. No event reports that change.
  ///
  /// - Parameter path: The path as returned by ``resolved(_:)``.
  static func announceCommit(to path: String) {
    utimensat(AT_FDCWD, path + "-wal", nil, 0)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names of the entries of a folder, or an empty array if the folder cannot be listed.
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

  /// Returns the size of a file in bytes, or 0 if there is no such file.
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
      return CatalogError(
        .missing, operation, path, cause: cause, hint: "create its folder first, or choose another file")
    case ENOSPC, EDQUOT, EFBIG:
      return CatalogError(.diskFull, operation, path, cause: cause, hint: "free some space and try again")
    default:
      return CatalogError(.failed, operation, path, cause: cause)
    }
  }
}
