import FoundationEssentials

/// The metadata of a provider for a book, which ranks below the values of sources and of the user.
package struct MetadataLayer: Equatable {
  package let provider: String
  /// The fingerprint of the ``MetadataInput`` that the request was based on. If the book's current input has a
  /// different fingerprint, the layer is ignored.
  package let input: Int64
  package let fetched: Date
  package let metadata: ProviderMetadata

  package init(provider: String, input: Int64, fetched: Date, metadata: ProviderMetadata) {
    self.provider = provider
    self.input = input
    self.fetched = fetched
    self.metadata = metadata
  }

  /// Returns the first layer that has a value for the given field, together with that value.
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
