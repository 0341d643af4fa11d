import Catalog
import CatalogSources
import Testing

/// Something that a source reads from, which a test can change: a server in memory, files of a folder.
protocol SourceFixture: Sendable {
  /// A source that has read nothing yet.
  func source() -> any BookSource
  /// Adds a book, or changes the title of the one that is there.
  func put(_ book: Int, title: String) throws
  func delete(_ book: Int) throws
  /// Makes the record of a book that is there one that cannot be used; ``put(_:title:)`` mends it.
  func ruin(_ book: Int) throws
  /// By what the source knows a book.
  func remoteID(of book: Int) -> String
  /// Lets as much time pass as the source needs to tell that nothing has changed.
  func settle() throws
}

/// The sources that keep the contract. A new source joins here.
enum FixtureKind: String, CaseIterable, CustomTestStringConvertible {
  case feed, feedInOneAnswer, opds, opdsInPages, calibre, calibreLibrary, jsonLines, csv, folder, ebooks, koreader

  func make(books: Int = 0) throws -> any SourceFixture {
    let fixture: any SourceFixture =
      switch self {
      case .feed: FeedFixture(sendsAll: false)
      case .feedInOneAnswer: FeedFixture(sendsAll: true)
      case .opds: OPDSFixture(pageSize: nil)
      case .opdsInPages: OPDSFixture(pageSize: 4)
      case .calibre: CalibreFixture()
      case .calibreLibrary: try CalibreLibraryFixture()
      case .jsonLines: try FileFixture(["books.jsonl"])
      case .csv: try FileFixture(["books.csv"])
      case .folder: try FileFixture(["a.jsonl", "b.csv", "c.ndjson"])
      case .ebooks: FolderFixture()
      case .koreader: try KOReaderFixture()
      }
    for book in 0..<books { try fixture.put(book, title: "Book \(book)") }
    return fixture
  }

  /// Whether the source can say that nothing has changed: of several pages of OPDS none speaks for the others.
  var tellsOfNothingNew: Bool { self != .opdsInPages }

  var testDescription: String { rawValue }
}
