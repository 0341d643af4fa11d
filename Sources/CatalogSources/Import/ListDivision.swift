/// How a cell holds several items: told by bytes, since beside a combining mark a sign is no `Character` of its own.
struct ListDivision: Sendable {
  /// What divides the items: the first group of which a sign is in the cell.
  private let signs: [[[UInt8]]]
  /// What stands inside of an item in the place of what would be taken for something else.
  private let escapes: [Escape]

  private struct Escape: Sendable {
    let written: [UInt8]
    let meant: [UInt8]
  }

  /// - Parameter escapes: pairs of what is written and what is meant by it.
  init(_ signs: [String]..., escapes: [(written: String, meant: String)] = []) {
    self.signs = signs.map { $0.map { Array($0.utf8) } }
    self.escapes = escapes.map { Escape(written: Array($0.written.utf8), meant: Array($0.meant.utf8)) }
  }

  /// That of our own exports.
  static let ours = ListDivision([";"], escapes: [(#"\;"#, ";"), (#"\\"#, #"\"#)])

  static let commas = ListDivision([","])
  static let bars = ListDivision(["|"])

  /// The items of a cell, with the space around them.
  func items(of cell: String) -> [String] {
    let bytes = Array(cell.utf8)
    let dividers = signs.first { $0.contains { bytes.firstRange(of: $0) != nil } } ?? []
    guard !dividers.isEmpty || !escapes.isEmpty else { return [cell] }
    var items: [String] = []
    var item: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if let escape = escapes.first(where: { rest.starts(with: $0.written) }) {
        item += escape.meant
        rest = rest.dropFirst(escape.written.count)
      } else if let divider = dividers.first(where: { rest.starts(with: $0) }) {
        items.append(String(decoding: item, as: UTF8.self))
        item = []
        rest = rest.dropFirst(divider.count)
      } else {
        item.append(byte)
        rest = rest.dropFirst()
      }
    }
    return items + [String(decoding: item, as: UTF8.self)]
  }

  /// A cell that holds the items, divided by the first sign and a space.
  func cell(of items: [String]) -> String {
    let divider = (signs.first?.first ?? []) + [UInt8(ascii: " ")]
    return String(decoding: Array(items.map(escaped).joined(separator: divider)), as: UTF8.self)
  }

  private func escaped(_ item: String) -> [UInt8] {
    var rest = Array(item.utf8)[...]
    var bytes: [UInt8] = []
    while let byte = rest.first {
      let escape = escapes.first { rest.starts(with: $0.meant) }
      bytes += escape?.written ?? [byte]
      rest = rest.dropFirst(escape?.meant.count ?? 1)
    }
    return bytes
  }
}
