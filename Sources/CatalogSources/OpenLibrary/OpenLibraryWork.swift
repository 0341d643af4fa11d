import CatalogModel

/// Open Library's record of a work.
struct OpenLibraryWork {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var title: String? { OpenLibraryValue.line(value["title"], of: .title) }

  /// Returns the given metadata, completed with the work's description and with values that were missing.
  ///
  /// - Parameters:
  ///   - key: The work's key. It differs from the key in the metadata if works were merged.
  ///   - covers: The server of cover images.
  func completing(_ known: ProviderMetadata, named key: OpenLibraryKey, covers: OpenLibraryCovers) -> ProviderMetadata {
    var metadata = known
    metadata.key = key.description
    metadata.description = OpenLibraryValue.description(value["description"])
    if known.title == nil { metadata.title = title }
    if known.subjects.isEmpty { metadata.subjects = OpenLibraryValue.subjects(value["subjects"]) }
    if known.firstPublished == nil {
      metadata.firstPublished = value["first_publish_date"]?.string.flatMap(OpenLibraryDate.date)
    }
    if known.cover == nil {
      metadata.cover = value["covers"]?.items?.lazy.compactMap(OpenLibraryValue.cover).first.map(covers.address)
    }
    return metadata
  }
}
