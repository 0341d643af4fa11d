#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A database that is made under a temporary name beside its final one and put there when it is whole: whoever sees the
/// final name sees all of the file, whatever ends the process before.
struct NewFile {
  let path: String
  /// Where it is while it is made: only its owner can read it.
  let temporary: String

  /// Makes the empty temporary file.
  init(_ path: String) throws {
    self.path = path
    temporary = try DatabaseFile.makeTemporary(beside: path)
  }

  /// Fills the file and puts it in place; what was begun is removed when that fails.
  ///
  /// - Parameters:
  ///   - rename: as ``ExclusiveRename``.
  ///   - fill: writes it through a connection that brings all to the disk and keeps no journal beside the file.
  /// - Returns: whether it is there now; `false` when something else stands there, which stays as it is.
  func make(
    renaming rename: (String, String) -> Bool = { ExclusiveRename.rename($0, to: $1) },
    _ fill: (Connection) throws -> Void
  ) throws -> Bool {
    defer { for suffix in ["", "-journal", "-wal", "-shm"] { DatabaseFile.remove(temporary + suffix) } }
    try fillAndClose(fill)
    guard rename(temporary, path) else { return try isInTheWay() }
    DatabaseFile.syncFolder(of: path)
    return true
  }

  private func fillAndClose(_ fill: (Connection) throws -> Void) throws {
    let connection = try Connection(path: temporary, mode: .readWrite)
    try connection.runScript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL")
    try fill(connection)
  }

  private func isInTheWay() throws -> Bool {
    guard errno != EEXIST else { return false }
    throw DatabaseFile.failure("make", path, errno)
  }
}
