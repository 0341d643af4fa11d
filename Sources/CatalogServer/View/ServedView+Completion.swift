import Catalog
import CatalogModel

/// A suggestion while the viewer types.
struct TypedSuggestion: Equatable {
  /// The part of the text that the suggestion completes.
  let label: String
  /// The whole text after the suggestion is accepted.
  let text: String
  let note: String
}

extension ServedView: CompletionValues {
  /// The maximum number of suggestions, and of those that are values of one field.
  static let maxSuggestions = 10
  private static let maxValues = 4

  func searchNames(_ typed: String) throws -> [(name: String, note: String)] {
    try savedSearches().filter { [$0.name].beginning(with: typed) != [] }.map { ($0.name, $0.query) }
  }

  /// Returns suggestions for a query: filters and values that complete its last condition, and the authors, series and
  /// tags that begin with its last word.
  func queryCompletions(_ typed: String) throws -> [TypedSuggestion] {
    let (head, rest) = QueryCompletion.divided(typed)
    var suggestions: [TypedSuggestion] = []
    let isWord = !rest.isEmpty && !rest.unicodeScalars.contains { "-@:\"“”„".unicodeScalars.contains($0) }
    if isWord {
      for (grouping, field) in [(BookGrouping.author, BookField.authors), (.series, .series), (.tag, .tags)] {
        for name in try values(of: field, rest).prefix(Self.maxValues) {
          guard let condition = BookFacet.condition(grouping, name) else { continue }
          suggestions.append(TypedSuggestion(label: name, text: head + condition, note: grouping.rawValue))
        }
      }
    }
    suggestions += try QueryCompletion(self).offers(typed).map { offer in
      TypedSuggestion(label: String(offer.query.dropFirst(head.count)), text: offer.query, note: offer.note)
    }
    return Array(suggestions.prefix(Self.maxSuggestions))
  }

  /// Returns suggestions for the input of a field. In the input of a list, they complete the last item.
  func valueCompletions(of field: BookField, _ typed: String) throws -> [TypedSuggestion] {
    let end = own.definition(of: field).kind.isArray ? typed.lastIndex(of: ";").map { typed.index(after: $0) } : nil
    let head = typed[..<(end ?? typed.startIndex)]
    let rest = typed[head.endIndex...].drop { $0 == " " }
    let present = head.split(separator: ";").map { String($0).trimmed() }
    return try values(of: field, String(rest)).filter { $0 != rest && !present.contains($0) }.map {
      TypedSuggestion(label: $0, text: head.isEmpty ? $0 : "\(head) \($0)", note: "")
    }
  }
}
