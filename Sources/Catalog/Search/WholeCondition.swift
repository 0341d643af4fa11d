/// A condition on a whole text of a field, or on one text of a list: `tag:"=gift"` does not find “gift card”. As elsewhere, case,
/// accents and punctuation do not matter, except in texts without words. Plus and number signs that end a word do: `C`, `C++`
/// and `C#` are three texts.
struct WholeCondition: Equatable, Sendable {
  /// What stands before the text.
  static let sign: Character = "="

  let field: BookField
  /// Without its sign.
  let text: String
  private let key: String
  /// What finds all its books, and others that have the words beside more.
  private let near: Query

  /// - Parameters:
  ///   - text: with the sign before it.
  ///   - near: tells what the text without its sign asks for as words; `nil` where it has none.
  /// - Returns: `nil` where the text has no sign, or nothing behind it.
  init?(_ field: BookField, _ text: String, near: (String) -> Query?) {
    guard text.first == Self.sign else { return nil }
    let text = String(text.dropFirst()).trimmed()
    guard !text.isEmpty else { return nil }
    (self.field, self.text, key) = (field, text, Self.key(of: text))
    self.near = near(text) ?? .everything
  }

  /// How its books are found: among those that are near, the field's column is read, or where it is tags, these.
  ///
  /// - Parameter compiled: how the books of another query are found.
  func indexed(_ compiled: (Query) throws -> IndexedBooks) rethrows -> IndexedBooks {
    .all([try compiled(near), field == .tags ? .tags(where: isWhole) : .texts(of: field, where: matches)])
  }

  /// Whether a book passes. Agrees with ``indexed(_:)``.
  func contains(_ book: Book) -> Bool { book[field].map(matches) ?? false }

  private func matches(_ value: FieldValue) -> Bool {
    switch value {
    case .text(let text): isWhole(text)
    case .list(let items): items.contains(where: isWhole)
    default: false
    }
  }

  private func isWhole(_ other: String) -> Bool { Self.key(of: other) == key }

  /// The part of a text that is compared: its words with the signs that end them, or the text itself if it has no words.
  static func key(of text: String) -> String {
    let words = SearchWords.joinedWords(in: text)
    guard !words.isEmpty else { return text.trimmed() }
    let signs = WordSigns.of(text)
    return signs.isEmpty ? words : "\(words) \(signs)"
  }
}
