import CatalogModel

/// A work in the response of `/search.json`.
struct OpenLibraryDocument {
  private static let ownFields = [
    "key", "title", "subtitle", "author_name", "isbn", "first_publish_year", "number_of_pages_median",
    "ratings_average", "ratings_count", "subject", "cover_i", "language",
  ]
  private static let editionFields = ["key", "title", "isbn", "cover_i"]

  /// The requested fields. The server omits ISBNs, pages, ratings and subjects unless they are named.
  static let fields = (ownFields + ["editions"] + editionFields.map { "editions.\($0)" }).joined(separator: ",")

  /// Selects the requested fields of a response and ignores all others.
  static let selection = JSONSelection.members(
    Dictionary(
      uniqueKeysWithValues: ownFields.map { ($0, .everything) } + [
        ("editions", .members(["docs": .members(named: editionFields)]))
      ]))

  private let value: JSONValue

  /// Creates a document from an element of `docs`; `nil` if it is not an object.
  init?(_ value: JSONValue) {
    guard case .object = value else { return nil }
    self.value = value
  }

  var key: OpenLibraryKey? { value["key"]?.string.flatMap(OpenLibraryKey.init).flatMap { $0.kind == .work ? $0 : nil } }
  var title: String? { OpenLibraryValue.line(value["title"], of: .title) }
  var subtitle: String? { OpenLibraryValue.line(value["subtitle"], of: .title) }
  var authors: [String] { OpenLibraryValue.authors(value["author_name"]) }
  var pages: Int? { OpenLibraryValue.pages(value["number_of_pages_median"]) }
  var firstPublished: PartialDate? { OpenLibraryValue.year(value["first_publish_year"]) }
  /// The language of the work, if all its editions are in one language.
  var language: String? {
    guard let languages = value["language"]?.items, languages.count == 1 else { return nil }
    return OpenLibraryValue.line(languages[0], of: .language)
  }

  /// The ISBNs of all editions of the work, in their original spelling.
  var isbnTexts: [String] { OpenLibraryValue.texts(value["isbn"]) + editions.flatMap(Self.isbnTexts) }

  /// The editions that match the query best, the best first. There is seldom more than one.
  private var editions: [JSONValue] { value["editions"]?["docs"]?.items ?? [] }

  /// The editions that match the query best, with their titles and ISBNs.
  var editionKeys: [(key: OpenLibraryKey, title: String?, isbn: ISBN?)] {
    editions.compactMap { edition in
      guard let key = edition["key"]?.string.flatMap(OpenLibraryKey.init), key.kind == .edition else { return nil }
      let texts = Self.isbnTexts(of: edition)
      let thirteen = texts.first { Self.digits(in: $0) == 13 }
      return (
        key, OpenLibraryValue.line(edition["title"], of: .title), (thirteen ?? texts.first).flatMap { try? ISBN($0) }
      )
    }
  }

  private static func isbnTexts(of edition: JSONValue) -> [String] { OpenLibraryValue.texts(edition["isbn"]) }

  /// Returns the document's data as metadata for the catalog.
  ///
  /// - Parameters:
  ///   - isbn: The ISBN of the requested edition. The title and cover of this edition take precedence over those of the
  ///     work.
  ///   - covers: The server of cover images.
  func metadata(of isbn: ISBN?, covers: OpenLibraryCovers) -> ProviderMetadata {
    let edition = isbn.flatMap { isbn in
      let requested = AskedISBNs([isbn])
      return editions.first { Self.isbnTexts(of: $0).contains { requested.isbn($0) != nil } }
    }
    var metadata = ProviderMetadata()
    metadata.title = OpenLibraryValue.line(edition?["title"], of: .title) ?? title
    metadata.authors = authors
    metadata.firstPublished = firstPublished
    metadata.pages = pages
    metadata.ratingsCount = OpenLibraryValue.ratingsCount(value["ratings_count"])
    metadata.averageRating = OpenLibraryValue.averageRating(value["ratings_average"])
    metadata.subjects = OpenLibraryValue.subjects(value["subject"])
    let cover = OpenLibraryValue.cover(edition?["cover_i"]) ?? OpenLibraryValue.cover(value["cover_i"])
    metadata.cover = cover.map(covers.address)
    metadata.key = key?.description
    return metadata
  }

  /// Returns the work's ISBNs in thirteen digits, without duplicates. ISBNs that were written with thirteen digits come
  /// first. In both groups, the ISBNs of the best matching editions precede the others.
  func isbns(atMost limit: Int) -> [ISBN] {
    let texts = editions.flatMap(Self.isbnTexts) + OpenLibraryValue.texts(value["isbn"])
    var isbns: [ISBN] = []
    var seen: Set<ISBN> = []
    for isThirteen in [true, false] {
      for text in texts where (Self.digits(in: text) == 13) == isThirteen && isbns.count < limit {
        guard let isbn = try? ISBN(text), seen.insert(isbn).inserted, let plain = try? ISBN(isbn.digits) else {
          continue
        }
        isbns.append(plain)
      }
    }
    return isbns
  }

  private static func digits(in text: String) -> Int { text.utf8.reduce(0) { $0 + ((48...57).contains($1) ? 1 : 0) } }
}

/// The server of cover images.
package struct OpenLibraryCovers: Sendable {
  /// The address of the server, without a slash at the end.
  let base: String

  /// Returns the address of a large image. Without `default=false`, the server sends a blank image if there is no
  /// cover.
  func address(of number: Int64) -> String { "\(base)/b/id/\(number)-L.jpg?default=false" }

  /// Returns true if an address has the form of a cover of Open Library, below a base address that ends in a slash.
  /// Any other path may be the choice of a stranger.
  package static func isCover(_ address: String, below base: String) -> Bool {
    guard address.hasPrefix(base) else { return false }
    return address.dropFirst(base.count).wholeMatch(
      of: /b\/(?:id|isbn|olid|oclc|lccn|goodreads|librarything)\/[A-Za-z0-9]+-[SML]\.jpg(?:\?default=false)?/) != nil
  }
}
