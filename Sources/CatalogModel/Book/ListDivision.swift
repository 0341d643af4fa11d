/// How a text holds several items, as people type it and cells of tables have it. Told by bytes: beside a combining mark a sign
/// is no `Character` of its own.
package struct ListDivision: Sendable {
  /// What divides the items: the first group of which a sign is in the cell.
  private let signs: [[[UInt8]]]
  /// What stands inside of an item in the place of what would be taken for something else.
  private let escapes: [Escape]
  /// The same with what may stand there and is never written.
  private let readEscapes: [Escape]
  /// The bytes at which a sign or what is read as an escape begins: most texts have none.
  private let readStarts: [UInt8]
  /// Those at which begins what is escaped.
  private let writtenStarts: [UInt8]

  private struct Escape: Sendable {
    let written: [UInt8]
    let meant: [UInt8]

    init(_ pair: (written: String, meant: String)) {
      (written, meant) = (Array(pair.written.utf8), Array(pair.meant.utf8))
    }
  }

  /// - Parameters:
  ///   - escapes: pairs of what is written and what is meant by it.
  ///   - otherEscapes: such that are understood, and never written.
  package init(
    _ signs: [String]..., escapes: [(written: String, meant: String)] = [],
    otherEscapes: [(written: String, meant: String)] = []
  ) {
    let escapes = escapes.map(Escape.init)
    self.init(
      signs: signs.map { $0.map { Array($0.utf8) } }, escapes: escapes,
      readEscapes: escapes + otherEscapes.map(Escape.init))
  }

  private init(signs: [[[UInt8]]], escapes: [Escape], readEscapes: [Escape]) {
    (self.signs, self.escapes, self.readEscapes) = (signs, escapes, readEscapes)
    readStarts = Self.starts(self.signs.joined() + readEscapes.map(\.written))
    writtenStarts = Self.starts(self.escapes.map(\.meant))
  }

  private static func starts(_ texts: [[UInt8]]) -> [UInt8] { Set(texts.compactMap(\.first)).sorted() }

  private static let semicolon = (written: #"\;"#, meant: ";")
  private static let stroke = (written: #"\|"#, meant: "|")
  private static let backslash = (written: #"\\"#, meant: #"\"#)

  /// That of what people type and of our own exports: at semicolons, of which one that belongs to an item is `\;`, and a
  /// backslash `\\`. An upright stroke needs no mark, and may have one.
  package static let ours = ListDivision([";"], escapes: [semicolon, backslash], otherEscapes: [stroke])
  /// The same of records, whose items are left as they stand: ``parts`` reads what is in them.
  package static let records = ListDivision(
    [";"], escapes: [semicolon, stroke, backslash].map { ($0.written, $0.written) })
  /// That of the parts of a record within such an item: at upright strokes, of which one that belongs to a part is `\|`.
  package static let parts = ListDivision(["|"], escapes: [semicolon, stroke, backslash])

  /// At commas.
  package static let commas = ListDivision([","])
  /// At upright strokes.
  package static let bars = ListDivision(["|"])

  /// The items of a text, with the space around them.
  package func items(of cell: String) -> [String] {
    let bytes = Array(cell.utf8)
    guard bytes.contains(where: readStarts.contains) else { return [cell] }
    let dividers = signs.first { $0.contains { bytes.firstRange(of: $0) != nil } } ?? []
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

  /// The division by the first group of signs of which one is in any of the cells; `nil` where none is.
  package func narrowed(to cells: [String]) -> ListDivision? {
    let cells = cells.map { Array($0.utf8) }
    guard let found = signs.first(where: { $0.contains { sign in cells.contains { $0.firstRange(of: sign) != nil } } })
    else { return nil }
    return ListDivision(signs: [found], escapes: escapes, readEscapes: readEscapes)
  }

  /// Whether a sign divides items.
  package func divides(at sign: String) -> Bool { signs.contains { $0.contains(Array(sign.utf8)) } }

  /// The text that holds the items, divided by the first sign and a space.
  package func cell(of items: [String]) -> String {
    let divider = (signs.first?.first ?? []) + [UInt8(ascii: " ")]
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
