import FoundationEssentials

/// Applies what a provider says of a book to what the book shows. It is used inside one transaction. It is no step that could be undone: nobody's
/// word is changed, and what is shown goes when the provider says otherwise.
struct MetadataApplier {
  let connection: Connection
  let provider: String
  let now: Date

  private var table: MetadataTable { MetadataTable(connection: connection) }

  /// - Parameters:
  ///   - metadata: `nil`: it says nothing any more.
  ///   - fetched: from when that is; `nil` for now.
  /// - Returns: what is kept of that.
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
