import Catalog

/// An empty catalog in a private folder, used when the catalog is missing.
enum TemporaryEmptyCatalog {
  /// Opens the catalog. Its folder is removed immediately, but the open file remains usable until the process ends. The
  /// catalog supports one reader, and one writer for dry runs.
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
