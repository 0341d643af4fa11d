import Catalog
import CatalogTestSupport
import Synchronization

final class CalibreLibraryFixture: SourceFixture {
  private let library: Mutex<CalibreLibraryFolder>

  init() throws { library = Mutex(try CalibreLibraryFolder()) }

  func source() -> any BookSource { library.withLock { $0.source() } }

  func put(_ book: Int, title: String) throws { try library.withLock { try $0.put(book, title: title) } }

  func delete(_ book: Int) throws {
    try library.withLock { try $0.calibre.run("DELETE FROM books WHERE id = \(book)") }
  }

  /// Removes the title, which every book must have.
  func ruin(_ book: Int) throws {
    try library.withLock { try $0.calibre.run("UPDATE books SET title = '' WHERE id = \(book)") }
  }

  func remoteID(of book: Int) -> String { CalibreLibraryFolder.uuid(book) }

  func settle() {}
}
