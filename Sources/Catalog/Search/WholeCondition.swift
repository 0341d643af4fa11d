/// A condition that a field's text, or one item of a list, is exactly a given text. For example, `tag:"=gift"` does not
/// find the tag “gift card”. As in other searches, case, accents and punctuation are ignored. In texts without words,
/// they are not ignored. Plus signs and number signs at the end of a word are significant: `C`, `C++` and `C#` are
/// three different texts.
struct WholeCondition: Equatable, Sendable {
  /// The character before the text, which distinguishes this condition from other conditions.
  static let symbol: Character = "="

  let field: BookField
  /// The text without the equals sign.
  let text: String
  private let key: String
  /// A query that finds all matching books, and possibly other books that contain the same words.
  private let near: Query

  /// Creates a condition from the value of a filter.
  ///
  /// - Parameters:
  ///   - text: The value, which must begin with the equals sign.
  ///   - near: Returns a query for the words in the text after the equals sign, or `nil` if there are no words.
  /// - Returns: `nil` if the value does not begin with the equals sign, or if nothing follows it.
  init?(_ field: BookField, _ text: String, near: (String) -> Query?) {
    guard text.first == Self.symbol else { return nil }
    let text = String(text.dropFirst()).trimmed()
    guard !text.isEmpty else { return nil }
    (self.field, self.text, key) = (field, text, Self.key(of: text))
    self.near = near(text) ?? .everything
  }

  /// Returns the index lookup for the condition. Candidates are found by their words. The field's text is then read
  /// from each candidate. For tags, the table of tags is read instead.
  ///
  /// - Parameter compiled: Returns the index lookup for a query.
  func indexed(_ compiled: (Query) throws -> IndexedBooks) rethrows -> IndexedBooks {
    .all([try compiled(near), field == .tags ? .tags(where: isWhole) : .texts(of: field, where: matches)])
  }

  /// Returns true if a book meets the condition. The result must agree with ``indexed(_:)``.
  func contains(_ book: Book) -> Bool { book[field].map(matches) ?? false }

  private func matches(_ value: FieldValue) -> Bool {
    switch value {
    case .text(let text): isWhole(text)
    case .list(let items): items.contains(where: isWhole)
    default: false
    }
  }

  private func isWhole(_ other: String) -> Bool { Self.key(of: other) == key }

  /// Returns the part of a text that is compared. It consists of the words and of any plus and number signs at their
  /// ends. A text without words is compared unchanged.
  static func key(of text: String) -> String {
    let words = SearchWords.joinedWords(in: text)
    guard !words.isEmpty else { return text.trimmed() }
    let symbols = WordSigns.of(text)
    return symbols.isEmpty ? words : "\(words) \(symbols)"
  }
}
