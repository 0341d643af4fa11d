import CatalogModel

/// Finds requested ISBNs among the ISBNs of a work, without parsing each ISBN. A frequently printed work has thousands
/// of ISBNs.
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

  /// Returns the ISBN in a string if that ISBN was requested, or `nil` otherwise. The string may have ten or thirteen
  /// digits, with or without hyphens.
  func isbn(_ text: String) -> ISBN? {
    if let isbn = byText[text] { return isbn }
    // A string without hyphens would have been found above.
    guard text.utf8.contains(where: { $0 < 48 || $0 > 127 }), let isbn = try? ISBN(text) else { return nil }
    return byText[isbn.digits]
  }
}
