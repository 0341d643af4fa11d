import Catalog
import CatalogSources
import Testing

/// Data that a source reads and that a test can change: a server in memory, or files in a folder.
protocol SourceFixture: Sendable {
  /// Returns a source that has read nothing yet.
  func source() -> any BookSource
  /// Adds a book, or changes the title of an existing one.
  func put(_ book: Int, title: String) throws
  func delete(_ book: Int) throws
  /// Makes the record of an existing book unusable; ``put(_:title:)`` repairs it.
  func ruin(_ book: Int) throws
  /// Returns the source's id of a book.
  func remoteID(of book: Int) -> String
  /// Lets enough time pass that the source can report that nothing has changed.
  func settle() throws
}

/// The sources that are tested against the contract. Add new sources here.
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

  /// True if the source can report that nothing has changed. With several pages of OPDS, an unchanged page says nothing
  /// about the others.
  var tellsOfNothingNew: Bool { self != .opdsInPages }

  var testDescription: String { rawValue }
}
