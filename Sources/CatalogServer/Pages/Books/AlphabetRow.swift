import Catalog
import CatalogSources

/// The row of letters that lead to their positions in a list by title, author or series.
struct AlphabetRow {
  private static let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { String(UnicodeScalar($0)) }

  let context: PageContext
  let list: ListParameters
  let order: BookOrder
  /// The view of the list: the value of the parameter `view`.
  let view: String

  /// Returns the requested letter as it appears in sort keys; `nil` if the letter is invalid.
  static func letter(_ text: String) -> String? {
    text == "0" ? "0" : letters.contains(text) ? text : nil
  }

  func write(to html: inout HTMLWriter) {
    guard let key = order.key, [.title, .author, .series].contains(key) else { return }
    html.element(.nav, .classes("letters"), .with(.ariaLabel, Texts.List.letters)) { html in
      for letter in order.isDescending ? Self.letters.reversed() : Self.letters {
        html.link(
          letter.uppercased(),
          to: context.address(
            "", query: list.items + [("view", view), ("letter", letter)], fragment: "letter"))
      }
    }
  }
}
