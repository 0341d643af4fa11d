import CatalogModel

/// A parsed entry of BibTeX: `@type{key, name = value, …}`.
struct BibTeXEntry {
  /// A piece of a value. Values may consist of pieces joined by `#`.
  enum Piece {
    /// Text in braces or quotes, or a number.
    case text(ArraySlice<UInt8>)
    /// A word that `@string` defines.
    case word(String)
  }

  /// An unresolved field.
  struct Field {
    /// The name as written.
    let name: String
    let pieces: [Piece]
  }

  /// The type in lowercase.
  let type: String
  /// The citation key; empty if there is none.
  private(set) var key = ""
  private(set) var fields: [Field] = []
  /// The text of a comment or a preamble.
  private(set) var body: ArraySlice<UInt8> = []
  /// The reason why the fields cannot be parsed, as text for people; `nil` if they can.
  private(set) var problem: String?

  /// The maximum number of fields in an entry.
  private static let fieldLimit = 1_000

  /// - Parameter bytes: The entry from `@` to the last brace, in UTF-8.
  init(_ bytes: [UInt8]) {
    var cursor = Cursor(bytes)
    cursor.place += 1
    type = cursor.word().lowercased()
    cursor.skipSpace()
    cursor.place += 1
    if type == "comment" || type == "preamble" {
      body = bytes[min(cursor.place, cursor.end)..<cursor.end]
      return
    }
    if type != "string" { readKey(&cursor) }
    readFields(&cursor)
  }

  /// Reads the key, which ends at a comma. A word before `=` is the name of the first field of an entry without a key.
  private mutating func readKey(_ cursor: inout Cursor) {
    cursor.skipSpace()
    let start = cursor.place
    while let byte = cursor.byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: "=") { cursor.place += 1 }
    if cursor.byte == UInt8(ascii: "=") {
      cursor.place = start
      return
    }
    key = String(decoding: cursor.bytes[start..<cursor.place], as: UTF8.self).canonicalLine()
  }

  private mutating func readFields(_ cursor: inout Cursor) {
    while true {
      cursor.skip { $0 <= 32 || $0 == UInt8(ascii: ",") }
      guard cursor.byte != nil else { return }
      let name = cursor.word()
      cursor.skipSpace()
      guard !name.isEmpty, cursor.byte == UInt8(ascii: "=") else {
        let place = cursor.bytes[cursor.place..<min(cursor.place + 20, cursor.end)]
        let text = name.isEmpty ? String(decoding: place, as: UTF8.self) : name
        problem = "it has no = after “\(text.shortened(to: 40))”"
        return
      }
      cursor.place += 1
      guard let pieces = Self.value(&cursor) else {
        problem = "the value of \(name) does not end"
        return
      }
      guard fields.count < Self.fieldLimit else {
        problem = "it has more than \(Self.fieldLimit.spoken) fields"
        return
      }
      fields.append(Field(name: name, pieces: pieces))
    }
  }

  /// - Returns: The pieces of a value, or `nil` if it has no end.
  private static func value(_ cursor: inout Cursor) -> [Piece]? {
    var pieces: [Piece] = []
    while true {
      cursor.skipSpace()
      switch cursor.byte {
      case UInt8(ascii: "{"):
        guard let text = cursor.group() else { return nil }
        pieces.append(.text(text))
      case UInt8(ascii: "\""):
        guard let text = cursor.quoted() else { return nil }
        pieces.append(.text(text))
      case nil: return pieces
      default:
        let start = cursor.place
        cursor.skip { $0 > 32 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "{") }
        let text = cursor.bytes[start..<cursor.place]
        if text.isEmpty { break }
        let isNumber = text.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 47 }
        pieces.append(isNumber ? .text(text) : .word(String(decoding: text, as: UTF8.self).lowercased()))
      }
      cursor.skipSpace()
      guard cursor.byte == UInt8(ascii: "#") else { return pieces }
      cursor.place += 1
    }
  }

  /// A position in an entry.
  private struct Cursor {
    let bytes: [UInt8]
    var place = 0
    /// The position of the last brace.
    let end: Int

    init(_ bytes: [UInt8]) { (self.bytes, end) = (bytes, max(bytes.count - 1, 0)) }

    var byte: UInt8? { place < end ? bytes[place] : nil }

    mutating func skip(while isSkipped: (UInt8) -> Bool) {
      while place < end, isSkipped(bytes[place]) { place += 1 }
    }

    mutating func skipSpace() { skip { $0 <= 32 } }

    /// Reads the name of an entry or a field. It ends at any character with a meaning in BibTeX.
    mutating func word() -> String {
      let start = place
      skip { byte in
        switch byte {
        case 0...32, UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "("),
          UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"):
          false
        default: true
        }
      }
      return String(decoding: bytes[min(start, place)..<place], as: UTF8.self)
    }

    /// Reads the text in braces and moves after them.
    mutating func group() -> ArraySlice<UInt8>? {
      let start = place + 1
      var depth = 0
      while place < end {
        if bytes[place] == UInt8(ascii: "{") { depth += 1 }
        if bytes[place] == UInt8(ascii: "}") { depth -= 1 }
        place += 1
        if depth == 0 { return bytes[start..<(place - 1)] }
      }
      return nil
    }

    /// Reads the text in quotes, including quotes within braces.
    mutating func quoted() -> ArraySlice<UInt8>? {
      place += 1
      let start = place
      var depth = 0
      while place < end {
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if byte == UInt8(ascii: "\""), depth <= 0 { return bytes[start..<(place - 1)] }
      }
      return nil
    }
  }
}
