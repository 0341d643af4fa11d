import CatalogModel
import Platform

/// A parsed BibTeX entry: `@type{key, name = value, …}`.
struct BibTeXEntry {
  /// A piece of a value. A value consists of one or more pieces joined by `#`.
  enum Piece {
    /// Text in braces or quotes, or a number.
    case text(ArraySlice<UInt8>)
    /// A word to replace with its `@string` definition.
    case word(String)
  }

  /// A field whose words are not yet replaced with their `@string` definitions.
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
  /// The reason why the fields cannot be parsed, for display; `nil` if they can be parsed.
  private(set) var problem: String?

  /// The maximum number of fields in an entry.
  private static let fieldLimit = 1_000

  /// Parses an entry.
  ///
  /// - Parameter bytes: The entry from `@` to the last brace, in UTF-8.
  init(_ bytes: [UInt8]) {
    var cursor = Cursor(bytes)
    cursor.position += 1
    type = cursor.word().lowercased()
    cursor.skipSpace()
    cursor.position += 1
    if type == "comment" || type == "preamble" {
      body = bytes[min(cursor.position, cursor.end)..<cursor.end]
      return
    }
    if type != "string" { readKey(&cursor) }
    readFields(&cursor)
  }

  /// Reads the citation key, which ends at a comma. If `=` comes before a comma, the entry has no key, and the word
  /// before `=` is the name of its first field.
  private mutating func readKey(_ cursor: inout Cursor) {
    cursor.skipSpace()
    let start = cursor.position
    while let byte = cursor.byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: "=") { cursor.position += 1 }
    if cursor.byte == UInt8(ascii: "=") {
      cursor.position = start
      return
    }
    key = String(decoding: cursor.bytes[start..<cursor.position], as: UTF8.self).canonicalLine()
  }

  private mutating func readFields(_ cursor: inout Cursor) {
    while true {
      cursor.skip { $0 <= 32 || $0 == UInt8(ascii: ",") }
      guard cursor.byte != nil else { return }
      let name = cursor.word()
      cursor.skipSpace()
      guard !name.isEmpty, cursor.byte == UInt8(ascii: "=") else {
        let excerpt = cursor.bytes[cursor.position..<min(cursor.position + 20, cursor.end)]
        let text = name.isEmpty ? String(decoding: excerpt, as: UTF8.self) : name
        problem = "it has no = after “\(text.shortened(to: 40))”"
        return
      }
      cursor.position += 1
      guard let pieces = Self.value(&cursor) else {
        problem = "the value of \(name) does not end"
        return
      }
      guard fields.count < Self.fieldLimit else {
        problem = "it has more than \(Self.fieldLimit.grouped) fields"
        return
      }
      fields.append(Field(name: name, pieces: pieces))
    }
  }

  /// Reads a value and returns its pieces, or `nil` if the value has no end.
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
        let start = cursor.position
        cursor.skip { $0 > 32 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "{") }
        let text = cursor.bytes[start..<cursor.position]
        if text.isEmpty { break }
        let isNumber = text.allSatisfy { (48...57).contains($0) || $0 == 45 || $0 == 47 }
        pieces.append(isNumber ? .text(text) : .word(String(decoding: text, as: UTF8.self).lowercased()))
      }
      cursor.skipSpace()
      guard cursor.byte == UInt8(ascii: "#") else { return pieces }
      cursor.position += 1
    }
  }

  /// A position in an entry.
  private struct Cursor {
    let bytes: [UInt8]
    var position = 0
    /// The position of the closing brace.
    let end: Int

    init(_ bytes: [UInt8]) { (self.bytes, end) = (bytes, max(bytes.count - 1, 0)) }

    var byte: UInt8? { position < end ? bytes[position] : nil }

    mutating func skip(while isSkipped: (UInt8) -> Bool) {
      while position < end, isSkipped(bytes[position]) { position += 1 }
    }

    mutating func skipSpace() { skip { $0 <= 32 } }

    /// Reads an entry type or a field name, which ends at any character that has a meaning in BibTeX.
    mutating func word() -> String {
      let start = position
      skip { byte in
        switch byte {
        case 0...32, UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "("),
          UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "{"), UInt8(ascii: "}"):
          false
        default: true
        }
      }
      return String(decoding: bytes[min(start, position)..<position], as: UTF8.self)
    }

    /// Reads text in braces and moves past the closing brace. Returns `nil` if there is no closing brace.
    mutating func group() -> ArraySlice<UInt8>? {
      let start = position + 1
      var depth = 0
      while position < end {
        if bytes[position] == UInt8(ascii: "{") { depth += 1 }
        if bytes[position] == UInt8(ascii: "}") { depth -= 1 }
        position += 1
        if depth == 0 { return bytes[start..<(position - 1)] }
      }
      return nil
    }

    /// Reads text in quotes and moves past the closing quote. Quotes within braces belong to the text.
    mutating func quoted() -> ArraySlice<UInt8>? {
      position += 1
      let start = position
      var depth = 0
      while position < end {
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
        if byte == UInt8(ascii: "\""), depth <= 0 { return bytes[start..<(position - 1)] }
      }
      return nil
    }
  }
}
