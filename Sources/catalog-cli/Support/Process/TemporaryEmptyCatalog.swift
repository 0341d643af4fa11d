import Catalog

/// An empty catalog in a private folder, used in place of a missing catalog.
enum TemporaryEmptyCatalog {
  /// Opens the catalog. Its folder is removed at once, and the open file lasts until the process ends. It supports one
  /// reader and the writer of a dry run.
  static func open() throws -> BookCatalog {
    let folder = try PrivateFolder()
    return try withExtendedLifetime(folder) {
      let catalog = try BookCatalog.open(folder.path + "/catalog.db")
      _ = try catalog.read { try $0.count() }
      try catalog.write { _ in }
      return catalog
    }
  }
}
