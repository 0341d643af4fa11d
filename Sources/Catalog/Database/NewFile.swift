import CatalogDatabase
import Platform

/// A new database file, which is written under a temporary name and renamed when it is complete. Even if the process is
/// killed, no incomplete file has the final name.
struct NewFile {
  let path: String
  /// The path of the file until it is renamed. Only its owner can read the file.
  let temporary: String

  /// Creates an empty file with a temporary name.
  ///
  /// - Throws: ``CatalogError/Code/inTheWay`` if a log or journal of an earlier database is left next to the final
  ///   path. SQLite would apply it to the new database (sqlite.org/howtocorrupt.html, 1.4).
  init(_ path: String) throws {
    if let log = DatabaseFile.sideFiles.map({ path + $0 }).first(where: DatabaseFile.exists), !DatabaseFile.exists(path)
    {
      throw CatalogError(
        .inTheWay, "create", path, cause: "\(log) is left over from an earlier file with this name",
        hint: "move it next to that file and rename it to match, or choose another name")
    }
    self.path = path
    temporary = try DatabaseFile.makeTemporary(beside: path)
  }

  /// Writes the file and gives it its final name. If that fails, the temporary file is removed.
  ///
  /// - Parameters:
  ///   - rename: Renames the file, like ``ExclusiveRename/move(_:to:by:)``.
  ///   - fill: Writes the contents, through a connection that waits for the disk and keeps its journal in memory.
  /// - Returns: True if the file has its final name; false if another file, which is left unchanged, already has that
  ///   name.
  func make(
    renaming rename: (String, String) -> Bool = { ExclusiveRename.move($0, to: $1) },
    _ fill: (Connection) throws -> Void
  ) throws -> Bool {
    defer { remove() }
    try fillAndClose(fill)
    guard rename(temporary, path) else { return try isInTheWay() }
    DatabaseFile.syncFolder(of: path)
    return true
  }

  /// Writes the file and then removes it. For databases that are needed only during the call.
  func use(_ body: (Connection) throws -> Void) throws {
    defer { remove() }
    try fillAndClose(body)
  }

  private func fillAndClose(_ fill: (Connection) throws -> Void) throws {
    let connection = try Connection(path: temporary, mode: .readWrite)
    try connection.runScript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL")
    try fill(connection)
  }

  private func remove() {
    for suffix in [""] + DatabaseFile.sideFiles { DatabaseFile.remove(temporary + suffix) }
  }

  private func isInTheWay() throws -> Bool {
    guard errno != EEXIST else { return false }
    throw DatabaseFile.failure("create", path, errno)
  }
}
