#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A database that is created under a temporary name next to its final path, and renamed when it is complete. A file
/// with the final name is always complete, even if the process is killed.
struct NewFile {
  let path: String
  /// The path while the file is being created. Only its owner can read it.
  let temporary: String

  /// Creates the empty temporary file.
  ///
  /// - Throws: ``CatalogError/Code/inTheWay`` if the log or the journal of an earlier database exists next to the final
  ///   name. SQLite would take it for the log of the new database (sqlite.org/howtocorrupt.html, 1.4).
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

  /// Fills the file and gives it its final name. If that fails, the temporary file is removed.
  ///
  /// - Parameters:
  ///   - rename: The function that renames the file, like ``ExclusiveRename/move(_:to:by:)``.
  ///   - fill: Writes the contents, through a connection that syncs to the disk and keeps its journal in memory.
  /// - Returns: True if the file has its final name. False if another file has that name; the other file is left
  ///   unchanged.
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

  /// Fills the file, and removes it afterwards. For temporary databases.
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
