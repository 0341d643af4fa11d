/// Whether the file that is open is still the one at its path.
package struct FileState: Sendable {
  private let path: String
  private let opened: DatabaseFile.Identity?
  package private(set) var problem: CatalogChange?

  init(_ database: Database) { (path, opened) = (database.path, database.file) }

  /// Looks at it again.
  ///
  /// - Returns: whether something else is to be said of it than before.
  package mutating func look() -> Bool {
    let before = problem
    let found = Self.identity(path)
    problem = found == opened ? nil : found == nil ? .fileMissing : .fileReplaced
    return problem != before
  }

  /// A folder that cannot be reached any more has no such file, as far as anybody can tell.
  private static func identity(_ path: String) -> DatabaseFile.Identity? {
    try? DatabaseFile.identity(of: path)
  }
}
