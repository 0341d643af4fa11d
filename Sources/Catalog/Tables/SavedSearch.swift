/// A named search, which queries refer to as `@unread-sf`. Everyone who uses a catalog shares its saved searches.
public struct SavedSearch: Hashable, Sendable, Identifiable {
  /// The name: at most 64 letters, digits, hyphens and underscores. Case is ignored.
  public let name: String
  /// The text of the query, as it was typed. It may refer to other saved searches.
  public let query: String
  /// The order of the books if the search is used alone, in the form of ``BookOrder/name``, or `nil` for the list's
  /// order.
  public let order: String?

  /// The name, which is unique.
  public var id: String { name }

  /// The maximum number of saved searches in a catalog.
  public static let limit = 500
  /// The maximum number of characters in a name.
  public static let nameLength = 64
  /// The maximum number of bytes of UTF-8 in a query.
  public static let queryBytes = 4_096

  /// Creates a search and checks its values.
  ///
  /// - Throws: ``InvalidValue`` for an invalid name, or a query that is empty or too long.
  init(checked name: String, query: String, order: String?) throws {
    guard Self.isName(name) else {
      throw InvalidValue(
        "saved search", name, "a name may contain letters, digits, hyphens and underscores, at most \(Self.nameLength)")
    }
    let query = query.trimmed()
    guard !query.isEmpty else { throw InvalidValue("saved search", name, "the query is empty") }
    guard query.utf8.count <= Self.queryBytes, !query.holds(0) else {
      throw InvalidValue(
        "saved search", name, "a query can have at most \(Self.queryBytes.spoken) bytes and no zero byte")
    }
    self.init(name: name, query: query, order: order)
  }

  /// Creates a search as it is stored.
  init(name: String, query: String, order: String?) { (self.name, self.query, self.order) = (name, query, order) }

  /// Returns the key by which a name is looked up.
  static func key(_ name: String) -> String { name.lowercased() }

  static func isName(_ text: some StringProtocol) -> Bool {
    (1...nameLength).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0 == "-" || $0 == "_" || SearchWords.isInWord($0) }
  }
}
