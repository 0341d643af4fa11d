import Catalog

/// The input for adding a book: an ISBN, or words for a search with a metadata provider.
struct BrowserAddition: Equatable, Sendable {
  /// A pending request to a provider.
  enum Question: Equatable, Sendable {
    case search
    case book(BrowserOnlineBook)
  }

  var editor = LineEditor()
  /// The pending request, if any.
  var pending: Question?
  /// The search results from which a book was chosen.
  var found: BrowserPicker?

  /// The input without spaces at its ends.
  var text: String { editor.text.trimmed() }

  /// True if the user probably meant an ISBN, even if it is not a valid one. Titles such as “1984” have fewer digits.
  var isNumber: Bool {
    let digits = text.unicodeScalars.filter { ("0"..."9").contains($0) }.count
    return digits >= 9
      && text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || " -xX".unicodeScalars.contains($0) }
  }
}

/// A book found by a metadata provider, which the user can add.
struct BrowserOnlineBook: Equatable, Sendable {
  /// The provider's key for the book.
  let key: String
  let title: String
  /// The id of the matching book in the catalog; `nil` if there is none.
  let owned: Book.ID?

  /// Returns a list item with the title, the authors and the year. The item also shows the id of the book if it is
  /// already in the catalog.
  func item(by authors: [String], year: Int?) -> BrowserPicker.Item {
    let words: [String?] = [
      authors.joined(separator: ", "), year.map(String.init), owned.map { "in the catalog as \($0)" },
    ]
    return BrowserPicker.Item(
      text: title, detail: words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", "),
      isSet: owned != nil, choice: .online(self))
  }
}
