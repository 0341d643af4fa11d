/// A notification of a committed change. It contains the ids of the changed books, but not their new values, which
/// observers read from the catalog.
public enum CatalogChange: Sendable, Equatable {
  /// The ids of the changed books, at least one, in ascending order.
  case books([Book.ID])
  /// More books changed than are worth listing, as in an import, the first refresh, or a restored backup.
  case many
  /// The file is no longer at its path: it was deleted or moved away. The open catalog stays readable, and writes go to
  /// the moved file. Only ``CatalogChanges`` reports this.
  case fileMissing
  /// A file other than the open file is at the path. After ``BookCatalog/close()``, the next access opens the new file.
  /// Only ``CatalogChanges`` reports this.
  case fileReplaced
}
