import Catalog

/// What is typed to add a book: its ISBN, or words that a provider of metadata is searched for.
struct BrowserAddition: Equatable, Sendable {
  /// What a provider is being asked.
  enum Question: Equatable, Sendable {
    case search
    case book(BrowserOnlineBook)
  }

  var editor = LineEditor()
  /// While an answer is waited for.
  var asked: Question?
  /// What was found for the words, of which a book is being asked for.
  var found: BrowserPicker?

  /// The words, without spaces at their ends.
  var text: String { editor.text.trimmed() }

  /// Whether that is meant to be an ISBN, even where it is none: a title such as “1984” has fewer digits.
  var isNumber: Bool {
    let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
    return digits >= 9
      && text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || " -xX".unicodeScalars.contains($0) }
  }
}

/// A book that a provider has, to be added.
struct BrowserOnlineBook: Equatable, Sendable {
  /// The provider's name for it.
  let key: String
  let title: String
  /// The catalog's own book that it is; `nil` where there is none.
  let owned: Book.ID?

  /// How it stands in a list: with its authors, its year and, where it is there already, its number.
  func item(by authors: [String], year: Int?) -> BrowserPicker.Item {
    let words: [String?] = [
      authors.joined(separator: ", "), year.map(String.init), owned.map { "in the catalog as \($0)" },
    ]
    return BrowserPicker.Item(
      text: title, detail: words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", "),
      isSet: owned != nil, choice: .online(self))
  }
}
