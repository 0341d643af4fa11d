import Catalog
import CatalogTestSupport

@testable import CatalogSources

/// Responses in Open Library's format, with invented works.
enum OpenLibraryFixture {
  static let address = "https://library.example"
  static let fox = try! ISBN("9780140328721")
  static let dune = try! ISBN("9780441013593")
  static let other = try! ISBN("9781098134181")

  /// Returns settings with these addresses and contact details, which may be `nil`.
  static func settings(contact: String? = "ada@books.example", address: String = address) throws -> Settings {
    var settings = try Settings(environment: ["XDG_CONFIG_HOME": "/missing"])
    settings.contact = contact
    settings.openLibrary = address
    settings.openLibraryCovers = "https://covers.example/"
    return settings
  }

  static func provider(
    contact: String? = "ada@books.example", _ transport: any HTTPTransport
  ) throws -> OpenLibraryProvider {
    try OpenLibraryProvider(settings: settings(contact: contact), transport: transport)
  }

  /// Returns a provider whose server sends the same text for every request.
  static func provider(answering text: String, headers: [String: String] = [:]) throws -> OpenLibraryProvider {
    try provider(ScriptedTransport { _ in json(text, headers: headers) })
  }

  /// Returns a response of `/search.json`.
  static func search(_ docs: String...) -> String {
    """
    {"numFound":\(docs.count),"start":0,"numFoundExact":true,"num_found":\(docs.count),"q":"","offset":null,
    "docs":[\(docs.joined(separator: ","))]}
    """
  }

  static func json(_ text: String, headers: [String: String] = [:]) -> ScriptedTransport.Answer {
    ScriptedTransport.Answer(text, type: "application/json", headers: headers)
  }

  static let foxDocument = #"""
    {"key":"/works/OL45804W","title":"The Clever Fox","author_name":["Ada Writer","Ben Second"],
    "isbn":["0140328726","9782070513000"],"first_publish_year":1970,"number_of_pages_median":96,
    "ratings_average":4.083333,"ratings_count":61,"subject":["Foxes","Foxes","  Hunger \n"],"cover_i":6498519,
    "language":["eng"],"editions":{"numFound":1,"start":0,"docs":[{"key":"/books/OL7353617M","title":"Clever Fox",
    "isbn":["9780140328721"],"cover_i":8739161}]}}
    """#

  static let duneDocument = #"""
    {"key":"/works/OL893415W","title":"Dune","subtitle":"A Novel","author_name":["Frank Herbert"],
    "isbn":["0441172717","978-0-441-01359-3"],"first_publish_year":1965,"cover_i":null}
    """#

  static func query(
    _ isbn: ISBN?, title: String = "?", authors: [String] = [], etag: String? = nil, known: ProviderMetadata? = nil
  ) -> MetadataQuery { MetadataQuery(book: 1, isbn: isbn, title: title, authors: authors, etag: etag, known: known) }
}

extension MetadataAnswer {
  /// The metadata that was found.
  var metadata: ProviderMetadata? { if case .found(let metadata, _, _) = self { metadata } else { nil } }
}

extension HTTPRequest {
  /// Returns a query parameter of the address, percent-decoded.
  func parameter(_ name: String) -> String? { parameters[name].map { ChaosRequest.decoded($0[...]) } }
}
