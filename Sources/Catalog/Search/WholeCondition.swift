/// A condition on the whole text of a field, or on a whole item of a list: `tag:"=gift"` does not find “gift card”. As
/// in other searches, case, accents and punctuation do not matter, except in texts without words. Plus and number signs
/// at the end of a word do matter: `C`, `C++` and `C#` are three different texts.
struct WholeCondition: Equatable, Sendable {
  /// The character that precedes the text.
  static let symbol: Character = "="

  let field: BookField
  /// The text without the equals sign.
  let text: String
  private let key: String
  /// A query that finds all matching books, and also books that contain the words among other words.
  private let near: Query

  /// Creates a condition.
  ///
  /// - Parameters:
  ///   - text: The text, with the equals sign before it.
  ///   - near: Returns a query for the words of the text after the equals sign; `nil` if the text has no words.
  /// - Returns: `nil` if the text has no equals sign, or if nothing follows it.
  init?(_ field: BookField, _ text: String, near: (String) -> Query?) {
    guard text.first == Self.symbol else { return nil }
    let text = String(text.dropFirst()).trimmed()
    guard !text.isEmpty else { return nil }
    (self.field, self.text, key) = (field, text, Self.key(of: text))
    self.near = near(text) ?? .everything
  }

  /// Returns the lookup for the condition. The words of the text find candidates. Then the field's column is read for
  /// each candidate or, for tags, the table of tags is read.
  ///
  /// - Parameter compiled: Returns the lookup of a query.
  func indexed(_ compiled: (Query) throws -> IndexedBooks) rethrows -> IndexedBooks {
    .all([try compiled(near), field == .tags ? .tags(where: isWhole) : .texts(of: field, where: matches)])
  }

  /// Returns true if a book meets the condition. Agrees with ``indexed(_:)``.
  func contains(_ book: Book) -> Bool { book[field].map(matches) ?? false }

  private func matches(_ value: FieldValue) -> Bool {
    switch value {
    case .text(let text): isWhole(text)
    case .list(let items): items.contains(where: isWhole)
    default: false
    }
  }

  private func isWhole(_ other: String) -> Bool { Self.key(of: other) == key }

  /// Returns the part of a text that is compared: its words with the plus and number signs at their ends, or the text
  /// itself if it has no words.
  static func key(of text: String) -> String {
    let words = SearchWords.joinedWords(in: text)
    guard !words.isEmpty else { return text.trimmed() }
    let symbols = WordSigns.of(text)
    return symbols.isEmpty ? words : "\(words) \(symbols)"
  }
}
