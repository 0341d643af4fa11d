/// A search that has a name: `@unread-sf` in a query stands for it. A catalog has one set of them, whichever of its people saved
/// them.
public struct SavedSearch: Hashable, Sendable, Identifiable {
  /// The name by which it is asked for: letters, digits, hyphens and underscores, at most 64 of them, whatever their case.
  public let name: String
  /// What is searched for, as it was typed. It may name other saved searches.
  public let query: String
  /// What stands first where it is asked for alone, as ``BookOrder/name`` has it; `nil` as the list has it.
  public let order: String?

  /// The name: each is there once.
  public var id: String { name }

  /// How many searches a catalog keeps at most.
  public static let limit = 500
  /// The characters that a name may have.
  public static let nameLength = 64
  /// The bytes of UTF-8 that a query may have.
  public static let queryBytes = 4_096

  /// A search of its parts.
  ///
  /// - Throws: ``InvalidValue`` for a name that it cannot have, or a query that is empty or too long.
  init(checked name: String, query: String, order: String?) throws {
    guard Self.isName(name) else {
      throw InvalidValue(
        "saved search", name, "a name has letters, digits, hyphens and underscores, at most \(Self.nameLength)")
    }
    let query = query.trimmed()
    guard !query.isEmpty else { throw InvalidValue("saved search", name, "it has no query") }
    guard query.utf8.count <= Self.queryBytes, !query.holds(0) else {
      throw InvalidValue("saved search", name, "a query has at most \(Self.queryBytes.spoken) bytes, none of them zero")
    }
    self.init(name: name, query: query, order: order)
  }

  /// A search as the file has it.
  init(name: String, query: String, order: String?) { (self.name, self.query, self.order) = (name, query, order) }

  /// By what it is found.
  static func key(_ name: String) -> String { name.lowercased() }

  static func isName(_ text: some StringProtocol) -> Bool {
    (1...nameLength).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0 == "-" || $0 == "_" || SearchWords.isInWord($0) }
  }
}
