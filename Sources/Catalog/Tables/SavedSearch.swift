import Platform

/// A query saved under a name, which other queries can use, for example as `@unread-sf`. All users of a catalog share
/// its saved searches.
public struct SavedSearch: Hashable, Sendable, Identifiable {
  /// The name: at most 64 letters, digits, hyphens and underscores. Case is ignored.
  public let name: String
  /// The text of the query, as it was typed. It may use other saved searches.
  public let query: String
  /// The order of the books if the search is used on its own, in the form of ``BookOrder/name``. If `nil`, the list's
  /// order is used.
  public let order: String?

  /// The name, which identifies the search.
  public var id: String { name }

  /// The maximum number of saved searches in a catalog.
  public static let limit = 500
  /// The maximum number of characters in a name.
  public static let nameLength = 64
  /// The maximum number of bytes of UTF-8 in a query.
  public static let queryBytes = 4_096

  /// Creates a saved search.
  ///
  /// - Throws: ``InvalidValue`` if the name is invalid, or if the query is empty or too long.
  init(checked name: String, query: String, order: String?) throws {
    guard Self.isName(name) else {
      throw InvalidValue(
        "saved search", name, "a name may contain letters, digits, hyphens and underscores, at most \(Self.nameLength)")
    }
    let query = query.trimmed()
    guard !query.isEmpty else { throw InvalidValue("saved search", name, "the query is empty") }
    guard query.utf8.count <= Self.queryBytes, !query.holds(0) else {
      throw InvalidValue(
        "saved search", name, "a query can have at most \(Self.queryBytes.grouped) bytes and no zero byte")
    }
    self.init(name: name, query: query, order: order)
  }

  /// Creates a saved search from stored values, without checking them.
  init(name: String, query: String, order: String?) { (self.name, self.query, self.order) = (name, query, order) }

  /// Returns the key by which a name is looked up. Names that differ only in case have the same key.
  static func key(_ name: String) -> String { name.lowercased() }

  static func isName(_ text: some StringProtocol) -> Bool {
    (1...nameLength).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0 == "-" || $0 == "_" || SearchWords.isInWord($0) }
  }
}
