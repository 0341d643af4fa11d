import CatalogModel

/// A record of a work.
struct OpenLibraryWork {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  var title: String? { OpenLibraryValue.line(value["title"], of: .title) }

  /// What was known, with what the work adds: its description, and what was absent.
  ///
  /// - Parameters:
  ///   - key: the work's name, which is another one than was known where works were merged.
  ///   - covers: where covers are.
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
