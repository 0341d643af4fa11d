import Catalog

/// A source whose books depend only on a round number. From one round to the next, books are added, removed and
/// changed.
struct TortureServer: BookSource {
  static let name = "server"
  static let count = 240
  static let pageSize = 30

  let round: Int

  var name: String { Self.name }
  var kind: CatalogSource.Kind { .feed }

  static func has(_ book: Int, in round: Int) -> Bool { (book * 7 + round) % 12 != 0 }
  static func pages(of book: Int, in round: Int) -> Int { 100 + (book + round) % 3 }

  /// The remote ids of the server's books, with their page counts.
  var books: [Int: Int] {
    (0..<Self.count).filter { Self.has($0, in: round) }
      .reduce(into: [:]) { $0[$1] = Self.pages(of: $1, in: round) }
  }

  func page(_ request: SourceRequest) async throws -> SourceAnswer {
    let parts = (request.cursor ?? "\(round) 0").split(separator: " ").compactMap { Int($0) }
    guard parts.count == 2, parts[0] == round else {
      throw SourceFailure(.cursorRefused, name, cause: "that is another round's")
    }
    let (start, end) = (parts[1], min(parts[1] + Self.pageSize, Self.count))
    let items = (start..<end).filter { Self.has($0, in: round) }.map { book in
      var values = FieldPresences()
      values[.title] = .value(.text("Book \(book)"))
      values[.pages] = .value(.integer(Self.pages(of: book, in: round)))
      return SourceItem.record(SourceRecord(remoteID: String(book), values: values))
    }
    return .page(
      SourcePage(
        items: items, cursor: end == Self.count ? nil : "\(round) \(end)", isLast: end == Self.count,
        coverage: .fullEnumeration(begins: start == 0, isStable: true)))
  }
}
