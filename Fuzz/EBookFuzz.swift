import Catalog
import CatalogSources

/// Tries what reads e-books.
enum EBookFuzz {
  /// The documents in which e-books say what they are.
  static let documents: FuzzTarget.Parser = { bytes in
    if let book = try? EPUBBook.book(of: bytes) { check(book) }
    if let book = try? FictionBook.book(of: bytes) { check(book) }
    if let book = try? ComicArchive.book(of: bytes) { check(book) }
    check(PDFBook.book(ofPacket: bytes))
  }

  /// Palm databases.
  static let databases: FuzzTarget.Parser = { bytes in
    if let book = try? MOBIBook.read(MemoryBytes(bytes)) { check(book) }
  }

  /// Archives, and what is in them.
  static let archives: FuzzTarget.Parser = { bytes in
    let memory = MemoryBytes(bytes)
    if let archive = try? ZIPArchive(memory) {
      precondition(archive.members.count <= ZIPArchive.memberLimit, "more members than there may be")
      for member in archive.members.prefix(100) {
        guard let contents = try? archive.contents(of: member) else { continue }
        precondition(contents.count == member.size, "\(contents.count) bytes of a member of \(member.size)")
        precondition(contents.count <= ZIPArchive.sizeLimit, "a member of \(contents.count) bytes")
      }
    }
    if let book = try? EPUBBook.read(memory) { check(book) }
    if let book = try? FictionBook.read(memory, isPacked: true) { check(book) }
    if let book = try? ComicArchive.read(memory) { check(book) }
  }

  /// Checks that any book with a title becomes a record.
  private static func check(_ book: EBook) {
    for isComic in [false, true] {
      guard let record = try? book.record(id: "1", isComic: isComic, files: []) else {
        precondition(book.title.canonicalLine().isEmpty, "no record of “\(book.title)”")
        continue
      }
      for field in BookField.allCases {
        guard let value = record.values[field].value else { continue }
        precondition((try? field.canonical(value)) == value, "\(field) cannot hold \(value)")
      }
    }
  }
}
