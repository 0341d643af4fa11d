/// A feed as a client sees it, read from either format by the rules of the specifications. Violations are recorded.
struct WalkedFeed {
  struct Link: Hashable {
    var relation: String
    var address: String
    var type: String
  }

  struct Entry {
    var title: String
    var address: String
    var count: Int?
  }

  struct Book {
    var id = ""
    var title = ""
    var authors: [String] = []
    var files: [Link] = []
    var images: [Link] = []
  }

  struct Facet {
    var group: String
    var title: String
    var address: String
    var count: Int
    var isActive: Bool
  }

  var title = ""
  var links: [Link] = []
  var entries: [Entry] = []
  var books: [Book] = []
  var facets: [Facet] = []
  var total: Int?
  /// The position of the first book, counted from 1.
  var first: Int?
  var problems: [String] = []

  func address(_ relation: String) -> String? { links.first { $0.relation == relation }?.address }

  /// Checks the rules of both formats.
  mutating func check() {
    if title.isEmpty { problems.append("no title") }
    if links.count(where: { $0.relation == "self" }) != 1 { problems.append("not one link to itself") }
    if !links.contains(where: { $0.relation == "search" }) { problems.append("no search") }
    if !links.contains(where: { $0.relation == "start" }) { problems.append("no start") }
    if !entries.isEmpty, !books.isEmpty { problems.append("a menu with books") }
    if Set(links).count != links.count { problems.append("a link twice") }
    if Set(books.map(\.id)).count != books.count { problems.append("a book twice") }
    for entry in entries where entry.title.isEmpty { problems.append("an entry without a title") }
    for book in books {
      if book.title.isEmpty { problems.append("a book without a title") }
      if !book.id.hasPrefix("urn:uuid:") { problems.append("an identifier that is none: \(book.id)") }
      if book.files.isEmpty { problems.append("nothing to be had of \(book.id)") }
    }
    let all =
      links.filter { $0.relation != "search" }.map(\.address) + entries.map(\.address) + facets.map(\.address)
      + books.flatMap { ($0.files + $0.images).map(\.address) }
    for address in all where !Self.isAddress(address) { problems.append("no address: \(address)") }
    for link in books.flatMap({ $0.files + $0.images }) where link.type.split(separator: "/").count != 2 {
      problems.append("no media type: \(link.type)")
    }
  }

  /// Returns true if the text contains only characters that RFC 3986 allows.
  private static func isAddress(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
      }
  }
}
