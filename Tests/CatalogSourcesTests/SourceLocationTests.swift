import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Where sources are") struct SourceLocationTests {
  @Test(
    "the kind is told by the address where it can be",
    arguments: [
      ("https://books.example/feed", nil, CatalogSource.Kind.feed, "https://books.example/feed"),
      ("https://books.example/all.json?x=1", nil, .feed, "https://books.example/all.json?x=1"),
      ("HTTP://books.example/opds/new", nil, .opds, "HTTP://books.example/opds/new"),
      ("https://books.example/catalog.atom", nil, .opds, "https://books.example/catalog.atom"),
      ("http://nas:8080", nil, .calibre, "http://nas:8080"),
      ("http://nas/#Books", nil, .calibre, "http://nas/#Books"),
      ("http://nas:8080/opds", .calibre, .calibre, "http://nas:8080/opds"),
      ("https://books.example/", .feed, .feed, "https://books.example/"),
      ("books.csv", nil, .file, "/home/ada/books.csv"),
      ("./lists//new", nil, .file, "/home/ada/lists/new"),
      ("/srv/books/", .file, .file, "/srv/books"), ("Books", .folder, .folder, "/home/ada/Books"),
      ("file:///srv/my%20books", nil, .file, "/srv/my books"),
      ("Calibre/", .calibreLibrary, .calibreLibrary, "/home/ada/Calibre"),
      ("Calibre/metadata.db", .calibreLibrary, .calibreLibrary, "/home/ada/Calibre"),
      ("koreader/settings/statistics.sqlite3", nil, .koreader, "/home/ada/koreader/settings/statistics.sqlite3"),
      ("copy.db", .koreader, .koreader, "/home/ada/copy.db"),
    ] as [(String, CatalogSource.Kind?, CatalogSource.Kind, String)])
  func kinds(given: String, kind: CatalogSource.Kind?, expected: CatalogSource.Kind, text: String) throws {
    let location = try CatalogSources.SourceLocation(given, kind: kind, in: "/home/ada")
    #expect(location.kind == expected && location.text == text)
  }

  @Test("a folder with a calibre library in it is told by that, and its database too")
  func library() throws {
    let folder = TemporaryFolder()
    try expectEqual(CatalogSources.SourceLocation(folder.path, in: "/").kind, .file)
    try folder.write("metadata.db", "")
    for given in [folder.path, folder.file("metadata.db")] {
      let location = try CatalogSources.SourceLocation(given, in: "/")
      #expect(location.kind == .calibreLibrary && location.text == folder.path)
    }
    try expectEqual(CatalogSources.SourceLocation(folder.path, kind: .file, in: "/").kind, .file)
  }

  @Test(
    "what is no location is refused with what to do",
    arguments: [
      ("https://books.example/", nil, "choose its kind: feed, opds or calibre"),
      ("https://ada:secret@books.example/feed", .feed, "it must not contain a user or a password"),
      ("https://ada@books.example/", nil, "it must not contain a user or a password"),
      ("ada:secret@books.example/feed", nil, "it must not contain a user or a password"),
      ("ada:secret@books.example", .opds, "it must not contain a user or a password"),
      ("ada:se/cret@books.example", .opds, "it must begin with http:// or https://; for a file, use the kind file"),
      ("ftp://books.example/feed", nil, "it must begin with http:// or https://"),
      ("https://", .feed, "host"),
      ("https://a b/feed", .feed, "address"),
      ("Calibre", .calibre, "for a library on this computer, use the kind calibre-library"),
      ("https://books.example/feed", .calibreLibrary, "for a web address, choose another kind"),
      ("books.csv", .feed, "it must begin with http:// or https://; for a file, use the kind file"),
      ("https://books.example/feed", .file, "for a web address, choose another kind"),
      ("books.csv", .import, "feed, opds, calibre, calibre-library, file, folder or koreader"),
      ("", nil, "not a valid path"), ("a\0b", nil, "not a valid path"),
    ] as [(String, CatalogSource.Kind?, String)])
  func refusals(given: String, kind: CatalogSource.Kind?, words: String) throws {
    let error = #expect(throws: InvalidValue.self) {
      try CatalogSources.SourceLocation(given, kind: kind, in: "/home/ada")
    }
    expectEqual(error?.description.contains(words), true, "\(error as Any)")
    expectEqual(error?.description.contains("secret"), false)
  }

  @Test(
    "an address can be told without the credentials that were written into it",
    arguments: [
      ("https://ada:secret@books.example/feed", "https://books.example/feed"),
      ("https://ada@books.example/", "https://books.example/"),
      ("ada:secret@books.example/feed", "https://books.example/feed"),
      ("ada:secret@books.example", "https://books.example"),
      ("https://books.example/@ada", nil), ("mail@books.example", nil), ("books.csv", nil),
    ] as [(String, String?)])
  func withoutCredentials(given: String, address: String?) {
    expectEqual(CatalogSources.SourceLocation.withoutCredentials(given), address)
  }

  @Test("each kind of stored source becomes a source that can be asked")
  func making() throws {
    var connected: [String] = []
    func make(_ kind: CatalogSource.Kind, _ location: String?) throws -> (any BookSource)? {
      try BookSources.make(kind, name: "books", location: location, user: "ada") { address, user in
        connected.append("\(address) \(user ?? "")")
        return ScriptedTransport([:])
      }
    }
    #expect(try make(.local, nil) == nil)
    #expect(try make(.import, "/books.csv") == nil)
    #expect(try make(.samples, nil) is SampleSource)
    for kind in [CatalogSource.Kind.feed, .opds, .calibre, .calibreLibrary, .file, .folder, .koreader] {
      let source = try #require(try make(kind, "/there"))
      #expect(source.kind == kind && source.name == "books")
      #expect(throws: SourceFailure.self) { try make(kind, nil) }
    }
    expectEqual(connected, ["/there ada", "/there ada", "/there ada"])
  }
}
