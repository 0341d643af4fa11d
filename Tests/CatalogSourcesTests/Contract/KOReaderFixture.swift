import Catalog
import CatalogTestSupport
import Synchronization

@testable import CatalogSources

final class KOReaderFixture: SourceFixture {
  private let statistics: Mutex<ReadingStatisticsFile>

  init() throws { statistics = Mutex(try ReadingStatisticsFile()) }

  func source() -> any BookSource {
    // The clock is in the future, so that the file is old enough to be skipped when it is unchanged.
    KOReaderSource(name: "kobo", path: statistics.withLock { $0.path }, now: { .distantFuture })
  }

  func put(_ book: Int, title: String) throws { try statistics.withLock { try $0.put(book, title: title) } }

  func delete(_ book: Int) throws {
    try statistics.withLock { try $0.reader.run("DELETE FROM book WHERE id = \(book)") }
  }

  func ruin(_ book: Int) throws { try statistics.withLock { try $0.put(book, title: "") } }

  func remoteID(of book: Int) -> String { ReadingStatisticsFile.hash(book) }

  func settle() {}
}
