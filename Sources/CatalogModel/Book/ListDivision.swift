/// A rule for dividing a text into items and for joining items into a text, as in typed lists and table cells. It works
/// on bytes, because a separator followed by a combining mark is not a `Character` of its own.
package struct ListDivision: Sendable {
  /// The groups of separators, in order of precedence. Only the separators of the first group that occurs in a text
  /// divide it.
  private let separators: [[[UInt8]]]
  /// The escape sequences that replace special texts, such as separators, when items are written.
  private let escapes: [Escape]
  /// The escape sequences that are decoded when a text is read. In addition to ``escapes``, they include sequences that
  /// are never written.
  private let readEscapes: [Escape]
  /// The first bytes of all separators and of all escape sequences that are decoded. Most texts contain none of these
  /// bytes.
  private let readStarts: [UInt8]
  /// The first bytes of all texts that must be escaped.
  private let writtenStarts: [UInt8]

  private struct Escape: Sendable {
    let written: [UInt8]
    let meant: [UInt8]

    init(_ pair: (written: String, meant: String)) {
      (written, meant) = (Array(pair.written.utf8), Array(pair.meant.utf8))
    }
  }

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - separators: The groups of separators, in order of precedence.
  ///   - escapes: Pairs of an escape sequence and the text that it denotes.
  ///   - otherEscapes: Escape sequences that are read but never written.
  package init(
    _ separators: [String]..., escapes: [(written: String, meant: String)] = [],
    otherEscapes: [(written: String, meant: String)] = []
  ) {
    let escapes = escapes.map(Escape.init)
    self.init(
      separators: separators.map { $0.map { Array($0.utf8) } }, escapes: escapes,
      readEscapes: escapes + otherEscapes.map(Escape.init))
  }

  private init(separators: [[[UInt8]]], escapes: [Escape], readEscapes: [Escape]) {
    (self.separators, self.escapes, self.readEscapes) = (separators, escapes, readEscapes)
    readStarts = Self.starts(self.separators.joined() + readEscapes.map(\.written))
    writtenStarts = Self.starts(self.escapes.map(\.meant))
  }

  private static func starts(_ texts: [[UInt8]]) -> [UInt8] { Set(texts.compactMap(\.first)).sorted() }

  private static let semicolon = (written: #"\;"#, meant: ";")
  private static let stroke = (written: #"\|"#, meant: "|")
  private static let backslash = (written: #"\\"#, meant: #"\"#)

  /// The rule for typed lists and for this program's exports, which divides at semicolons. Within an item, `\;` denotes
  /// a semicolon and `\\` a backslash. A vertical bar may be escaped but does not have to be.
  package static let ours = ListDivision([";"], escapes: [semicolon, backslash], otherEscapes: [stroke])
  /// The rule for lists of records, which divides at semicolons. Escape sequences remain in the items until ``parts``
  /// decodes them.
  package static let records = ListDivision(
    [";"], escapes: [semicolon, stroke, backslash].map { ($0.written, $0.written) })
  /// The rule for the parts of one record, which divides an item of ``records`` at vertical bars. `\|` denotes a bar
  /// that belongs to a part.
  package static let parts = ListDivision(["|"], escapes: [semicolon, stroke, backslash])

  /// The rule that divides at commas.
  package static let commas = ListDivision([","])
  /// The rule that divides at vertical bars.
  package static let bars = ListDivision(["|"])

  /// Returns the items of a text. White space around an item is kept.
  package func items(of cell: String) -> [String] {
    let bytes = Array(cell.utf8)
    guard bytes.contains(where: readStarts.contains) else { return [cell] }
    let dividers = separators.first { $0.contains { bytes.firstRange(of: $0) != nil } } ?? []
    guard !dividers.isEmpty || !readEscapes.isEmpty else { return [cell] }
    var items: [String] = []
    var item: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if let escape = readEscapes.first(where: { rest.starts(with: $0.written) }) {
        item += escape.meant
        rest = rest.dropFirst(escape.written.count)
      } else if let divider = dividers.first(where: { rest.starts(with: $0) }) {
        items.append(String(decoding: item, as: UTF8.self))
        item = []
        rest = rest.dropFirst(divider.count)
      } else {
        item.append(byte)
        let next = rest.dropFirst().firstIndex(where: readStarts.contains) ?? rest.endIndex
        item += rest[(rest.startIndex + 1)..<next]
        rest = rest[next...]
      }
    }
    return items + [String(decoding: item, as: UTF8.self)]
  }

  /// Returns this rule, restricted to the first group of separators that occurs in any of the cells; `nil` if no group
  /// occurs.
  package func narrowed(to cells: [String]) -> ListDivision? {
    let cells = cells.map { Array($0.utf8) }
    guard
      let found = separators.first(where: {
        $0.contains { separator in cells.contains { $0.firstRange(of: separator) != nil } }
      })
    else { return nil }
    return ListDivision(separators: [found], escapes: escapes, readEscapes: readEscapes)
  }

  /// Returns true if the given text is a separator of this rule.
  package func divides(at separator: String) -> Bool { separators.contains { $0.contains(Array(separator.utf8)) } }

  /// Returns a text that contains the items, joined by the first separator and a space.
  package func cell(of items: [String]) -> String {
    let divider = (separators.first?.first ?? []) + [UInt8(ascii: " ")]
    return String(decoding: Array(items.map(escaped).joined(separator: divider)), as: UTF8.self)
  }

  private func escaped(_ item: String) -> [UInt8] {
    var rest = Array(item.utf8)[...]
    guard rest.contains(where: writtenStarts.contains) else { return Array(rest) }
    var bytes: [UInt8] = []
    while let byte = rest.first {
      let escape = escapes.first { rest.starts(with: $0.meant) }
      bytes += escape?.written ?? [byte]
      rest = rest.dropFirst(escape?.meant.count ?? 1)
    }
    return bytes
  }
}
