import Catalog
import Platform

/// The different authors that a query with a condition such as `author:king` finds. The condition matches the beginning
/// of any word of a name, so a change to all books of the query may affect authors that the user did not mean.
struct MatchedAuthors {
  /// The maximum number of names in the note.
  private static let maxNames = 3

  /// The authors with the number of their books, most books first.
  private let authors: [(name: String, count: Int)]
  private let condition: String

  /// Counts the authors.
  ///
  /// - Returns: `nil` if the query has no such condition, or if it finds at most one author.
  init?(of query: BookQuery, in snapshot: CatalogSnapshot) throws {
    guard let condition = query.parts.map(\.text).first(where: { Self.beginnings(of: $0) != nil }),
      let beginnings = Self.beginnings(of: condition)
    else { return nil }
    authors = try snapshot.groups(by: .author, of: query)
      .compactMap { group in group.label.map { ($0, group.count) } }
      .filter { name, _ in
        let words = Self.words(name)
        return beginnings.allSatisfy { beginning in words.contains { $0.hasPrefix(beginning) } }
      }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    guard authors.count > 1 else { return nil }
    self.condition = condition
  }

  /// Returns the beginnings of words that a condition on authors requires; `nil` for any other term, and for a
  /// condition on a whole name, such as `author:"=Stephen King"`.
  private static func beginnings(of term: String) -> [String]? {
    guard let match = term.wholeMatch(of: /author:"?([^"=].*?)"?/) else { return nil }
    let words = words(String(match.1))
    return words.isEmpty ? nil : words
  }

  private static func words(_ text: String) -> [String] {
    Fold.fold(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// A note such as `author:king matches 3 authors: Stephen King (97 books), Laurie R. King (20) and Ross King (3)`.
  var note: String {
    var names = authors.prefix(Self.maxNames).map { "\($0.name) (\($0.count.grouped))" }
    names[0] = "\(authors[0].name) (\(authors[0].count.counted("book")))"
    let rest = authors.count - names.count
    if rest > 0 { names.append("\(rest.grouped) more") }
    let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    return "\(condition) matches \(authors.count.counted("author")): \(list)  "
      + "(for one of them: author:\"=\(authors[0].name)\")"
  }
}
