import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import Platform
import Synchronization

/// Files of books. Each book is in one of the files, chosen by its number.
final class FileFixture: SourceFixture {
  private struct State {
    var books: [Int: (title: String, isRuined: Bool)] = [:]
    var time = 1_000_000
  }

  private let folder = TemporaryFolder()
  private let names: [String]
  private let state = Mutex(State())

  /// - Parameter names: The names of the files, which determine their formats. A single file is given to the source by
  ///   its own path, several by the path of their folder.
  init(_ names: [String]) throws {
    self.names = names
    try write()
  }

  func source() -> any BookSource {
    // A clock of the fixture far in the past dates the files.
    FileSource(name: "files", path: names.count == 1 ? folder.file(names[0]) : folder.path)
  }

  func put(_ book: Int, title: String) throws {
    state.withLock { $0.books[book] = (title, false) }
    try write()
  }

  func delete(_ book: Int) throws {
    state.withLock { $0.books[book] = nil }
    try write()
  }

  func ruin(_ book: Int) throws {
    state.withLock { $0.books[book]?.isRuined = true }
    try write()
  }

  func remoteID(of book: Int) -> String { "id-\(book)" }

  func settle() {}

  private func write() throws {
    try state.withLock { state in
      state.time += 1
      for (index, name) in names.enumerated() {
        let books = state.books.filter { $0.key % names.count == index }.sorted { $0.key < $1.key }
        let isTable = name.hasSuffix(".csv")
        var text = isTable ? "id,title,pages\n" : ""
        for (number, book) in books {
          let pages = book.isRuined ? "many" : "100"
          text +=
            isTable
            ? "id-\(number),\"\(book.title)\",\(pages)\n"
            : #"{"id":"id-\#(number)","title":"\#(book.title)","pages":"\#(pages)"}"# + "\n"
        }
        let path = try folder.write(name, text)
        var times = [timespec(tv_sec: state.time, tv_nsec: 0), timespec(tv_sec: state.time, tv_nsec: 0)]
        utimensat(AT_FDCWD, path, &times, 0)
      }
    }
  }
}
