import CatalogDatabase
import FoundationEssentials

/// Applies a provider's metadata to the displayed values of a book. It is used inside one transaction. Applying
/// metadata is not an undoable step: it changes no values of users or sources, and the displayed values change again
/// when the provider's metadata changes.
struct MetadataApplier {
  let connection: Connection
  let provider: String
  let now: Date

  private var table: MetadataTable { MetadataTable(connection: connection) }

  /// Stores or deletes the provider's metadata of a book, and updates the displayed values.
  ///
  /// - Parameters:
  ///   - metadata: The metadata; `nil` if the provider no longer has any.
  ///   - fetched: The date of the metadata; `nil` for now.
  /// - Returns: The stored layer; `nil` if it was deleted.
  @discardableResult
  func apply(_ metadata: ProviderMetadata?, to book: Book, fetched: Date? = nil) throws -> MetadataLayer? {
    let layers = LayerStore(connection: connection)
    let before = try layers.layers(of: book)
    let layer = metadata.map {
      MetadataLayer(
        provider: provider, input: book.metadataInput.fingerprint,
        fetched: Date(milliseconds: (fetched ?? now).milliseconds),
        metadata: $0.canonical())
    }
    if let layer {
      try layers.keepValues(of: before.records)
      try table.write(layer, of: book.id)
    } else {
      try table.delete(provider, of: book.id)
    }
    let new = try layers.materialise(book, sources: before.sources, edits: before.edits)
    try BookStore(connection: connection).replace(book, with: new, now: now)
    return layer
  }
}
