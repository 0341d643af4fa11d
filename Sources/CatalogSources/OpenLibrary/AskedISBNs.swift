import CatalogModel

/// ISBNs that somebody asked for, found again among the thousands that a much printed work has, without taking each of
/// those for a number.
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

  /// The one that a text is, in ten or thirteen digits, with or without hyphens; `nil` where nobody asked for it.
  func isbn(_ text: String) -> ISBN? {
    if let isbn = byText[text] { return isbn }
    // Without hyphens it would have been found as it stands.
    guard text.utf8.contains(where: { $0 < 48 || $0 > 127 }), let isbn = try? ISBN(text) else { return nil }
    return byText[isbn.digits]
  }
}
