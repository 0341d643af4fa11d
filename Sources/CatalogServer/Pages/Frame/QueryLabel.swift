import Catalog
import CatalogModel

/// The terms of a query as people read them: `Author: Ann Lee` for `author:"=Ann Lee"`.
enum QueryLabel {
  /// Returns the heading of the list of a query; `nil` for all books.
  static func heading(of query: BookQuery) -> String? {
    var label = ""
    var isWord = false
    for part in query.parts {
      let text = Self.label(of: part.text)
      let isPlain = text == part.text
      if !label.isEmpty { label += isPlain && isWord ? " " : ", " }
      label += text
      isWord = isPlain
    }
    return label.isEmpty ? nil : label
  }

  /// Returns the label of a term. A term that is not a simple condition is returned unchanged.
  static func label(of term: String) -> String {
    guard let match = term.wholeMatch(of: /(-?)([a-z-]+):("=?|=?)([^"]+)"?/), !match.4.contains(" OR ") else {
      return term
    }
    let (name, value) = (String(match.2), String(match.4))
    let label =
      name == "is" && ReadState(rawValue: value) != nil
      ? Texts.Search.condition(Texts.Fields.status, ReadState(rawValue: value)?.label ?? value)
      : Texts.Search.condition(name.capitalizedStart, value)
    return match.1.isEmpty ? label : Texts.Search.not(label)
  }
}
