import Platform

/// Operations on the catalog's file in the file system. None of them opens the file, because closing it again would
/// drop the locks that SQLite holds in this process (sqlite.org/howtocorrupt.html, 2.2).
enum DatabaseFile {
  /// The suffixes of the files that SQLite creates next to a database.
  static let sideFiles = ["-wal", "-shm", "-journal"]

  /// A value that identifies a file. Paths with equal identities refer to the same file.
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

  /// Creates an empty file with a new name next to a path, and returns its path. Only its owner can read and write the
  /// file. SQLite creates `-wal` and `-shm` files with the same permissions.
  static func makeTemporary(beside path: String) throws -> String {
    var template = Array((path + temporaryMark + "XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("create", path, errno) }
    close(descriptor)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The part of a temporary file's name that precedes six random letters and digits. It is unlikely in names chosen by
  /// users.
  private static let temporaryMark = ".unfinished-"

  /// Returns true if a file's name could have been created by ``makeTemporary(beside:)``.
  static func isTemporary(_ name: String) -> Bool {
    let end = name.utf8.suffix(6)
    return name.utf8.dropLast(6).suffix(temporaryMark.utf8.count).elementsEqual(temporaryMark.utf8)
      && end.allSatisfy {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 32
      }
  }

  /// Creates an empty file, unless a file with that name exists.
  ///
  /// - Returns: True if the file was created. If false, `errno` contains the error.
  static func take(_ path: String) -> Bool {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Flushes the folder of a file to the disk, so that new files in the folder survive a power cut. Does nothing if the
  /// folder cannot be opened.
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

  /// Returns true if SQLite can write to the file. If there is no log next to it, the folder must be writable, too.
  static func isWritable(_ path: String) -> Bool {
    access(path, W_OK) == 0 && (exists(path + "-wal") || access(folder(of: path), W_OK) == 0)
  }

  /// Returns the path with symbolic links resolved, or the path itself if there is no file. SQLite puts the log next to
  /// the file, not next to the link.
  static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Notifies processes that watch the folder that a commit was made, by setting the time stamps of the log. File
  /// system events for writes to the log are not sufficient. The commit becomes visible only after the log has been
  /// written to the disk, when shared memory changes, and no event reports that change.
  ///
  /// - Parameter path: The path as returned by ``resolved(_:)``.
  static func announceCommit(to path: String) {
    utimensat(AT_FDCWD, path + "-wal", nil, 0)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names of the files in a folder, or an empty array if the folder cannot be read.
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
    let cause = SystemError.words(code)
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
