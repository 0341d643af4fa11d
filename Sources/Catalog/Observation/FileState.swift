/// A repeatable check that the opened file is still the file at its path.
package struct FileState: Sendable {
  private let path: String
  private let opened: DatabaseFile.Identity?
  package private(set) var problem: CatalogChange?

  init(_ database: Database) { (path, opened) = (database.path, database.file) }

  /// Checks the file again.
  ///
  /// - Returns: True if the result has changed since the previous check.
  package mutating func look() -> Bool {
    let before = problem
    let found = Self.identity(path)
    problem = found == opened ? nil : found == nil ? .fileMissing : .fileReplaced
    return problem != before
  }

  /// Returns the identity of the file at a path. If the folder can no longer be accessed, the file is treated as
  /// missing.
  private static func identity(_ path: String) -> DatabaseFile.Identity? {
    try? DatabaseFile.identity(of: path)
  }
}
