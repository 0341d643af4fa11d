import CatalogDatabase
import FoundationEssentials

/// A position in a list, immediately after a book. It remains valid if books are added or removed. On the command line,
/// `--after CURSOR` continues a list at a cursor. The format of a cursor may change, so clients should not interpret
/// it.
public struct PageCursor: Hashable, Sendable, CustomStringConvertible {
  /// The book before the cursor, by its position in an order.
  private enum Position: Hashable, Sendable {
    case sorted(BookOrder, BookPosition)
    case ranked(RankedSearch.Position)
  }

  private let position: Position

  /// Creates the cursor after a book.
  ///
  /// - Parameter key: The book's sort key, or null if the book has no key in this order.
  init(order: BookOrder, key: SQLValue, id: Book.ID) { position = .sorted(order, BookPosition(key: key, id: id)) }

  init(_ position: RankedSearch.Position) { self.position = .ranked(position) }

  /// Creates a cursor from its ``description``.
  ///
  /// ```swift
  /// let cursor = try PageCursor(text, order: .title)
  /// let page = try await catalog.page(order: .title, at: .after(cursor))
  /// ```
  ///
  /// - Throws: ``InvalidValue`` if the text is not a cursor, or if the cursor belongs to another order.
  public init(_ text: String, order: BookOrder) throws {
    if case .match = order.kind {
      self.init(try Self.rankedPosition(text))
      return
    }
    let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
    let problem = Self.problem(text)
    guard let data = Data(base64Encoded: padded), let decoded = String(validating: data, as: UTF8.self) else {
      throw problem
    }
    // A title may contain the separator. Therefore, the key is everything between the second separator and the last
    // one.
    let parts = decoded.split(separator: "\u{1F}", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let end = parts[2].lastIndex(of: "\u{1F}"),
      let id = Book.ID(String(parts[2][end...].dropFirst()))
    else { throw problem }
    let plain = String(parts[2][..<end])
    guard parts[0] == Self.name(of: order) else {
      // A cursor of an older version for the order by year contains the date of an edition.
      if parts[0] == order.name { throw problem }
      let other = [.year, .year.descending].first { Self.name(of: $0) == parts[0] }?.name ?? String(parts[0])
      throw Self.otherOrder(text, other, order.name)
    }
    let key: SQLValue
    switch parts[1] {
    case "n": key = .null
    case "t": key = .text(plain)
    case "i":
      guard let number = Int64(plain) else { throw problem }
      key = .integer(number)
    case "r":
      guard let number = Double(plain) else { throw problem }
      key = .real(number)
    default: throw problem
    }
    self.init(order: order, key: key, id: id)
  }

  /// Returns the name of an order in cursors.
  private static func name(of order: BookOrder) -> String {
    order.key == .year ? (order.isDescending ? "-work-year" : "work-year") : order.name
  }

  private static func rankedPosition(_ text: String) throws -> RankedSearch.Position {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "rank", let tier = Int(parts[1]).flatMap(SearchTier.init(rawValue:)),
      let row = Int64(parts[2], radix: 36)
    else { throw problem(text) }
    return RankedSearch.Position(tier: tier, row: row)
  }

  private static func problem(_ text: String) -> InvalidValue {
    InvalidValue("cursor", text, "it is not a valid cursor; copy it from the previous page")
  }

  /// Returns the position, in the ranking, of the book before the cursor.
  ///
  /// - Throws: ``InvalidValue`` if the cursor belongs to another order.
  func rankedPosition() throws -> RankedSearch.Position {
    guard case .ranked(let position) = position else { throw belongsElsewhere(BookOrder.bestMatch.name) }
    return position
  }

  private func belongsElsewhere(_ requested: String) -> InvalidValue {
    let own = if case .sorted(let order, _) = position { order.name } else { BookOrder.bestMatch.name }
    return Self.otherOrder(description, own, requested)
  }

  private static func otherOrder(_ text: String, _ own: String, _ requested: String) -> InvalidValue {
    InvalidValue("cursor", text, "it is for a list in the order \(own), not \(requested)")
  }

  /// Returns the position, in a sort order, of the book before the cursor.
  ///
  /// - Throws: ``InvalidValue`` if the cursor belongs to another order.
  func position(_ order: BookOrder) throws -> BookPosition {
    guard case .sorted(let own, let book) = position, own.name == order.name else { throw belongsElsewhere(order.name) }
    return book
  }

  /// Returns the ranges of books after the cursor: the remaining books with the same sort key, the books with later
  /// keys, and the books without a key.
  ///
  /// - Throws: ``InvalidValue`` if the cursor belongs to another order.
  func ranges(_ order: KeyOrder) throws -> [PageRange] {
    let book = try position(BookOrder(order))
    let (key, id) = (book.key, book.id.rawValue)
    let unknown = PageRun(key: order.key, isUnknown: true)
    let isUnknown = key == .null
    let run = isUnknown ? unknown : PageRun(key: order.key, isUnknown: false)
    let tied =
      order.isDescending ? run.range(to: .at(key, id)) : run.range(from: .at(key, min(id, .max - 1) + 1))
    if isUnknown { return [tied] }
    let others = order.isDescending ? run.range(to: .before(key)) : run.range(from: .after(key))
    return [tied, others] + (order.key.mayBeUnknown ? [unknown.range()] : [])
  }

  /// The cursor as text that can be used in a URL or a shell command (base64url without padding, RFC 4648).
  /// ``init(_:order:)`` reads it.
  public var description: String {
    switch position {
    case .sorted(let order, let book): Self.text(order, book)
    case .ranked(let position): "rank.\(position.tier.rawValue).\(String(position.row, radix: 36))"
    }
  }

  private static func text(_ order: BookOrder, _ book: BookPosition) -> String {
    let (type, text) =
      switch book.key {
      case .integer(let number): ("i", String(number))
      case .real(let number): ("r", String(number))
      case .text(let text): ("t", text)
      case .null, .blob: ("n", "")
      }
    let plain = [name(of: order), type, text, String(book.id)].joined(separator: "\u{1F}")
    return String(
      Data(plain.utf8).base64EncodedString().compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
  }
}
