import CatalogModel

/// A person's role in a book.
enum CitedRole: Hashable, Sendable {
  case author
  /// A role in the form of ``Contributor/role``.
  case contributor(String)

  static let editor = CitedRole.contributor(ContributorRole.editor.rawValue)
  static let translator = CitedRole.contributor(ContributorRole.translator.rawValue)
  static let illustrator = CitedRole.contributor(ContributorRole.illustrator.rawValue)
  static let narrator = CitedRole.contributor(ContributorRole.narrator.rawValue)
  static let compiler = CitedRole.contributor(ContributorRole.compiler.rawValue)
  static let introduction = CitedRole.contributor(ContributorRole.introduction.rawValue)
  static let afterword = CitedRole.contributor(ContributorRole.afterword.rawValue)
  /// The author of the book that contains a part.
  static let bookAuthor = CitedRole.contributor("author of the book")

  /// Returns the role that a word names. An unknown word becomes a role of its own.
  static func named(_ word: String) -> CitedRole {
    let word = word.trimmed()
    if word.lowercased() == "author" { return .author }
    return .contributor(ContributorRole(named: word)?.rawValue ?? word.lowercased())
  }
}
