import CatalogModel
import Platform

/// The texts of the pages, in English. All of them are in this folder, apart from the names of fields, filters and
/// orders, which pages share with the command line, and the reasons of errors, which they share with the JSON API.
///
/// Each text has a key, which is its name here. Texts that depend on a number or on a date are functions, because
/// languages differ in their plurals, dates and word order. A translation changes this folder and `web/page/texts.js`.
enum Texts {
  /// The name of the program.
  static let catalog = "Catalog"
  static let language = "en"

  /// The character in a text in whose place a page writes something else, such as a link or a time. It is U+FFFC, the
  /// object replacement character of Unicode.
  static let slot = "\u{FFFC}"

  /// Returns a number with a noun, in the form of the noun that the number requires.
  static func count(_ number: Int, _ one: String, _ other: String) -> String {
    "\(number.grouped) \(number == 1 ? one : other)"
  }

  static func books(_ number: Int) -> String { count(number, "book", "books") }
  static func pages(_ number: Int) -> String { count(number, "page", "pages") }
  static func days(_ number: Int) -> String { count(number, "day", "days") }
  static func rows(_ number: Int) -> String { count(number, "row", "rows") }
  static func values(_ number: Int) -> String { count(number, "value", "values") }
  static func stars(_ number: Int) -> String { count(number, "star", "stars") }

  static func quoted(_ text: String) -> String { "“\(text)”" }
  static func by(_ names: [String]) -> String { "by \(names.joined(separator: ", "))" }
  static func book(_ id: Book.ID) -> String { "Book \(id)" }
  static func book(_ id: Book.ID, _ title: String) -> String { "Book \(id): \(title)" }

  /// The place of a value that does not exist.
  static let empty = "empty"

  /// The buttons and links of many pages.
  enum Action {
    static let save = "Save"
    static let cancel = "Cancel"
    static let close = "Close"
    static let edit = "Edit"
    static let undo = "Undo"
    static let redo = "Redo"
    static let search = "Search"
    static let signIn = "Sign in"
    static let signOut = "Sign out"
    static let remove = "Remove"
    static let add = "Add"
    static let canBeUndone = "You can undo this."
  }
}

extension HTMLWriter {
  /// Writes a text, and something else in the place of its slot (``Texts/slot``), such as a link.
  mutating func sentence(_ text: String, _ content: (inout HTMLWriter) -> Void) {
    let parts = text.split(separator: Texts.slot, maxSplits: 1, omittingEmptySubsequences: false)
    self.text(String(parts[0]))
    guard parts.count > 1 else { return }
    content(&self)
    self.text(String(parts[1]))
  }
}
