import CatalogModel

/// What `/search.json` says of one work.
struct OpenLibraryDocument {
  private static let ownFields = [
    "key", "title", "subtitle", "author_name", "isbn", "first_publish_year", "number_of_pages_median",
    "ratings_average", "ratings_count", "subject", "cover_i", "language",
  ]
  private static let editionFields = ["key", "title", "isbn", "cover_i"]

  /// The fields that are asked for. Without being named, ISBNs, pages, ratings and subjects are not given.
  static let fields = (ownFields + ["editions"] + editionFields.map { "editions.\($0)" }).joined(separator: ",")

  /// The same fields of an answer, whatever else is in it.
  static let selection = JSONSelection.members(
    Dictionary(
      uniqueKeysWithValues: ownFields.map { ($0, .everything) } + [
        ("editions", .members(["docs": .members(named: editionFields)]))
      ]))

  private let value: JSONValue

  /// The document of an element of `docs`; `nil` where it is none.
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
  /// The language of a work that has editions in one only.
  var language: String? {
    guard let languages = value["language"]?.items, languages.count == 1 else { return nil }
    return OpenLibraryValue.line(languages[0], of: .language)
  }

  /// The ISBNs of all editions of the work, as they are written there.
  var isbnTexts: [String] { OpenLibraryValue.texts(value["isbn"]) + editions.flatMap(Self.isbnTexts) }

  /// The editions that match the question best, the best in front; there is seldom more than one.
  private var editions: [JSONValue] { value["editions"]?["docs"]?.items ?? [] }

  /// The editions that match the question best, with what is said of them.
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

  /// What it says, in words of the catalog.
  ///
  /// - Parameters:
  ///   - isbn: of the edition that is meant, whose title and cover go before the work's.
  ///   - covers: where covers are.
  func metadata(of isbn: ISBN?, covers: OpenLibraryCovers) -> ProviderMetadata {
    let edition = isbn.flatMap { isbn in
      let asked = AskedISBNs([isbn])
      return editions.first { Self.isbnTexts(of: $0).contains { asked.isbn($0) != nil } }
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

  /// The work's ISBNs, each once, in the form of thirteen digits; in front that of the edition that matches best, then
  /// those that are written with thirteen.
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

/// Where the images of covers are.
struct OpenLibraryCovers: Sendable {
  /// Without a slash at the end.
  let base: String

  /// The address of a large image. Without the parameter there is a blank one where there should be none.
  func address(of number: Int64) -> String { "\(base)/b/id/\(number)-L.jpg?default=false" }
}
