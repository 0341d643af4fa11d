import CatalogModel

/// Finds requested ISBNs among the ISBNs of a work, without parsing each of them. A frequently printed work has
/// thousands.
struct AskedISBNs {
  private let byText: [String: ISBN]

  init(_ isbns: [ISBN]) {
    var byText: [String: ISBN] = [:]
    for isbn in isbns {
      byText[isbn.digits] = isbn
      guard let ten = isbn.tenDigits else { continue }
      byText[ten] = isbn
      byText[ten.lowercased()] = isbn
    }
    self.byText = byText
  }

  /// Returns the requested ISBN that a text contains, in ten or thirteen digits, with or without hyphens; `nil` if it
  /// was not requested.
  func isbn(_ text: String) -> ISBN? {
    if let isbn = byText[text] { return isbn }
    // A text without hyphens would have been found above.
    guard text.utf8.contains(where: { $0 < 48 || $0 > 127 }), let isbn = try? ISBN(text) else { return nil }
    return byText[isbn.digits]
  }
}
