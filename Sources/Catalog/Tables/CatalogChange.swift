/// A notification that a change was committed. It contains the ids of the changed books. Observers read the new values
/// from the catalog.
public enum CatalogChange: Sendable, Equatable {
  /// The ids of the changed books, at least one, in ascending order.
  case books([Book.ID])
  /// So many books changed that their ids are not listed, as in an import, a first refresh or a restored backup.
  case many
  /// The file is no longer at its path, because it was deleted or moved. The open catalog can still be read. Writing
  /// fails. Only ``CatalogChanges`` reports this.
  case fileMissing
  /// Another file is now at the path of the open file. After ``BookCatalog/close()``, the next access opens the new
  /// file. Only ``CatalogChanges`` reports this.
  case fileReplaced
}
