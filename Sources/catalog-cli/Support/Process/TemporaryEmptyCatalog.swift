import Catalog

/// An empty catalog in a private folder: what a catalog that was never made reads as.
enum TemporaryEmptyCatalog {
  /// The catalog's folder is removed at once; the open file lives on until the process ends, for one reader and for
  /// the writer of a dry run.
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
