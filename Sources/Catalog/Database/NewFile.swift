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
  ///
  /// - Throws: ``CatalogError/Code/inTheWay`` when the log or the journal of another database lies beside the final name:
  ///   SQLite would take them for this one's (sqlite.org/howtocorrupt.html, 1.4).
  init(_ path: String) throws {
    if let log = DatabaseFile.sideFiles.map({ path + $0 }).first(where: DatabaseFile.exists), !DatabaseFile.exists(path)
    {
      throw CatalogError(
        .inTheWay, "make", path, cause: "\(log) lies there, which belongs to a file that was here before",
        hint: "move it to where that file is, and call it after that, or choose another name")
    }
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
    renaming rename: (String, String) -> Bool = { ExclusiveRename.move($0, to: $1) },
    _ fill: (Connection) throws -> Void
  ) throws -> Bool {
    defer { remove() }
    try fillAndClose(fill)
    guard rename(temporary, path) else { return try isInTheWay() }
    DatabaseFile.syncFolder(of: path)
    return true
  }

  /// Fills the file, and removes it at the end: for what is needed for a moment.
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
    throw DatabaseFile.failure("make", path, errno)
  }
}
