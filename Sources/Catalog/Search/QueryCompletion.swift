import CatalogModel

/// The values that can complete a query: those of the whole catalog, or of the part that a viewer may see.
package protocol CompletionValues {
  /// The user-defined fields.
  var own: OwnFields { get }

  /// Returns the values of a field that begin with the typed text.
  func values(of field: BookField, _ typed: String) throws -> [String]

  /// Returns the sources whose names begin with the typed text, each with a note.
  func sourceNames(_ typed: String) throws -> [(name: String, note: String)]

  /// Returns the saved searches whose names begin with the typed text, each with its query.
  func searchNames(_ typed: String) throws -> [(name: String, note: String)]
}

/// Completion of the last condition of a query. It completes the name of a filter, a value, or a saved search. The text
/// before the condition stays as typed.
package struct QueryCompletion {
  /// A completed query.
  package struct Offer: Equatable, Sendable {
    /// The whole query.
    package let query: String
    /// A description of the completed condition; may be empty.
    package let note: String

    package init(_ query: String, note: String = "") { (self.query, self.note) = (query, note) }
  }

  private let completer: any CompletionValues

  package init(_ completer: any CompletionValues) { self.completer = completer }

  /// Returns the queries that complete the typed text.
  package func offers(_ typed: String) throws -> [Offer] {
    var (head, rest) = Self.divided(typed)
    if rest.hasPrefix("-") {
      head += "-"
      rest.removeFirst()
    }
    if rest.hasPrefix("@") {
      return try saved(String(rest.dropFirst()), after: head)
    }
    guard let colon = rest.unicodeScalars.firstIndex(of: ":") else {
      if rest.unicodeScalars.contains(where: Self.isQuote) { return [] }
      let filters = BookQuery.filters(with: completer.own).beginning(with: rest).map { Offer("\(head)\($0):") }
      return try filters + (rest.isEmpty ? saved("", after: head) : [])
    }
    let name = String(rest[..<colon])
    var value = String(rest.unicodeScalars[colon...].dropFirst())
    let isQuoted = value.unicodeScalars.first.map(Self.isQuote) ?? false
    if isQuoted {
      value.unicodeScalars.removeFirst()
      // A phrase with a closing quotation mark is already complete.
      if value.unicodeScalars.contains(where: Self.isQuote) { return [] }
    }
    return try values(of: name.lowercased(), value).map { offer in
      Offer("\(head)\(name):\(Self.written(offer.query, isQuoted: isQuoted))", note: offer.note)
    }
  }

  private func saved(_ name: String, after head: String) throws -> [Offer] {
    try completer.searchNames(name).map { Offer("\(head)@\($0.name)", note: $0.note) }
  }

  /// Returns the values of a filter, each as the query of an offer.
  private func values(of filter: String, _ typed: String) throws -> [Offer] {
    let words = BookQuery.words(of: filter, with: completer.own)
    if !words.isEmpty { return words.beginning(with: typed).map { Offer($0) } }
    switch filter {
    case "source": return try completer.sourceNames(typed).map { Offer($0.name, note: $0.note) }
    case "file": return try completer.values(of: .files, typed).map { Offer($0) }
    case "id": return typed.contains("=") ? [] : try completer.values(of: .identifiers, typed).map { Offer("\($0)=") }
    default:
      guard BookQuery.filters(with: completer.own).contains(where: { $0.lowercased() == filter }),
        let field = completer.own.field(named: filter)
      else { return [] }
      return try completer.values(of: field, typed).map { Offer($0) }
    }
  }

  /// Returns a value in the syntax of queries. A value with spaces becomes a phrase. Quotation marks are dropped,
  /// because a phrase cannot contain them and only its words matter.
  private static func written(_ value: String, isQuoted: Bool) -> String {
    let needsQuotes = isQuoted || value.unicodeScalars.contains { $0.properties.isWhitespace || isQuote($0) }
    guard needsQuotes else { return value }
    let words = value.unicodeScalars.split { isQuote($0) || $0.properties.isWhitespace }.map { String($0) }
    return "\"\(words.joined(separator: " "))\""
  }

  /// Splits the text before its last condition. The condition starts after the last space that is not inside a phrase.
  package static func divided(_ text: String) -> (head: String, rest: String) {
    var isPhrase = false
    var start = text.startIndex
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      if isQuote(scalar) {
        isPhrase.toggle()
      } else if !isPhrase, scalar.properties.isWhitespace {
        start = text.unicodeScalars.index(after: index)
      }
    }
    return (String(text.unicodeScalars[..<start]), String(text.unicodeScalars[start...]))
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool { "\"“”„".unicodeScalars.contains(scalar) }
}

extension Sequence<String> {
  /// Returns the strings that begin with a text, ignoring case.
  package func beginning(with text: String) -> [String] {
    let typed = text.lowercased().utf8
    return filter { $0.lowercased().utf8.starts(with: typed) }
  }
}
