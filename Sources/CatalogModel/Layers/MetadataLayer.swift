import FoundationEssentials

/// What a provider says of the fields of a book, below what sources and the user say.
package struct MetadataLayer: Equatable {
  package let provider: String
  /// The ``MetadataInput`` it was asked by: of a book that is asked for otherwise now it says nothing.
  package let input: Int64
  package let fetched: Date
  package let metadata: ProviderMetadata

  package init(provider: String, input: Int64, fetched: Date, metadata: ProviderMetadata) {
    self.provider = provider
    self.input = input
    self.fetched = fetched
    self.metadata = metadata
  }

  /// The first layer that has a value for a field of a book.
  package static func first(for field: BookField, _ book: Book, among layers: [MetadataLayer]) -> (
    MetadataLayer, FieldValue
  )? {
    let input = book.metadataInput.fingerprint
    for layer in layers where layer.input == input {
      if let value = layer.metadata.fields(byISBN: book.isbn != nil)[field].value { return (layer, value) }
    }
    return nil
  }
}
