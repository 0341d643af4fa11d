/// A fact about the catalog, told after it was committed. It says which books changed, not how: who wants to know looks
/// in the catalog.
public enum CatalogChange: Sendable, Equatable {
  /// The ids of the books that changed, at least one, in order.
  case books([Book.ID])
  /// More books than are worth naming: an import, the first refresh, a restored backup.
  case many
  /// The file is not at its path any more: it was removed, or moved away. What is open stays readable; what is written
  /// goes where the file went. Only ``CatalogChanges`` tells it.
  case fileMissing
  /// Another file stands at the path than the one that is open. ``BookCatalog/close()`` lets the next access open that
  /// one. Only ``CatalogChanges`` tells it.
  case fileReplaced
}
