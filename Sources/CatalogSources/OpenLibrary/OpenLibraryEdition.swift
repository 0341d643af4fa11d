import CatalogModel

/// Open Library's record of an edition.
struct OpenLibraryEdition {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  /// The key of the edition's work.
  var work: OpenLibraryKey? {
    value["works"]?.items?.lazy.compactMap { $0["key"]?.string.flatMap(OpenLibraryKey.init) }.first { $0.kind == .work }
  }

  var title: String? { OpenLibraryValue.line(value["title"], of: .title) }
  var pages: Int? { OpenLibraryValue.pages(value["number_of_pages"]) }
  var cover: Int64? { value["covers"]?.items?.lazy.compactMap(OpenLibraryValue.cover).first }

  /// The ISBN, preferably in thirteen digits.
  var isbn: ISBN? {
    (OpenLibraryValue.texts(value["isbn_13"]) + OpenLibraryValue.texts(value["isbn_10"])).lazy
      .compactMap { try? ISBN($0) }.first
  }

  /// Returns the given metadata of a work, completed with the edition's own title, cover and pages, which take
  /// precedence over the work's.
  ///
  /// - Parameter covers: The server of cover images.
  func completing(_ known: ProviderMetadata, covers: OpenLibraryCovers) -> ProviderMetadata {
    var metadata = known
    if let title { metadata.title = title }
    if let cover { metadata.cover = covers.address(of: cover) }
    if let pages { metadata.pages = pages }
    return metadata
  }

  /// The fields of the edition that a work does not have.
  var fields: [BookField: FieldValue] {
    var fields: [BookField: FieldValue] = [:]
    fields[.pages] = pages.map(FieldValue.integer)
    fields[.publisher] = OpenLibraryValue.line(value["publishers"]?.items?.first, of: .publisher).map(FieldValue.text)
    fields[.published] = value["publish_date"]?.string.flatMap(OpenLibraryDate.date).map(FieldValue.date)
    // The key has the form `/languages/eng`.
    let language = value["languages"]?.items?.first?["key"]?.string?.split(separator: "/").last
    fields[.language] = OpenLibraryValue.line(language.map { .string(String($0)) }, of: .language).map(FieldValue.text)
    return fields
  }
}
