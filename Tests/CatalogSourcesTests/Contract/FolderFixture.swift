import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform
import Synchronization

@testable import CatalogSources

/// A folder of FictionBooks. The source recognizes a file by its size and its first and last 64 KiB. These depend only
/// on the book's number; the title that a test changes is between them.
final class FolderFixture: SourceFixture {
  private let folder = TemporaryFolder()
  private let time = Mutex(1_000_000)

  func source() -> any BookSource { FolderSource(name: "shelf", path: folder.path) }

  func put(_ book: Int, title: String) throws { try write(book, "<book-title>\(title)</book-title></title-info>") }

  func ruin(_ book: Int) throws { try write(book, "<book-title>never ended</title-info>") }

  func delete(_ book: Int) throws { try FileManager.default.removeItem(atPath: folder.file(name(of: book))) }

  func remoteID(of book: Int) -> String {
    guard let fingerprint = try? FolderFingerprint(of: MemoryBytes(bytes(book, ""))) else { return "" }
    return "\(String(fingerprint.size, radix: 16))-\(String(fingerprint.value, radix: 16))"
  }

  func settle() {}

  /// Returns a name for a book. Names sort differently from numbers.
  private func name(of book: Int) -> String { "\(book * 7 % 10) Book \(book).fb2" }

  private func bytes(_ book: Int, _ title: String) -> [UInt8] {
    let padding = String(repeating: "<!-- \(book) -->", count: 70_000 / (9 + "\(book)".count) + 1)
    let start = "<FictionBook>\(padding)<description><title-info>"
    let middle = title + String(repeating: " ", count: 200 - title.utf8.count)
    return Array((start + middle + "</description>\(padding)").utf8)
  }

  private func write(_ book: Int, _ title: String) throws {
    let path = try folder.write(name(of: book), bytes(book, title))
    let now = time.withLock { time in
      time += 1
      return time
    }
    var times = [timespec(tv_sec: now, tv_nsec: 0), timespec(tv_sec: now, tv_nsec: 0)]
    utimensat(AT_FDCWD, path, &times, 0)
  }
}
