import CatalogModel

/// Converts a LaTeX value to plain text. Accents become letters and commands become characters; braces and fonts are
/// dropped. An unknown command is kept with its arguments. Text nested deeper than ``depthLimit`` is kept unchanged.
struct LaTeXDecoder {
  static let depthLimit = 16

  let source: ArraySlice<UInt8>
  var position: Int
  var output: [UInt8] = []
  let depth: Int
  var isMath = false
  /// The pending whitespace before the next output.
  var space = Space.none
  /// True to keep the line ends of LaTeX, for multi-line text.
  let keepsLines: Bool
  /// Tracks the braces and brackets after an unknown command.
  var kept = LaTeXArguments()

  enum Space {
    case none, one
    /// A blank line.
    case paragraph
  }

  /// Returns a value as one line of text.
  static func line(_ bytes: ArraySlice<UInt8>) -> String { text(bytes, keepsLines: false) }

  /// Returns a value as multi-line text. A blank line ends a paragraph, and `\\` ends a line.
  static func text(_ bytes: ArraySlice<UInt8>) -> String { text(bytes, keepsLines: true) }

  private static func text(_ bytes: ArraySlice<UInt8>, keepsLines: Bool) -> String {
    if bytes.allSatisfy(isPlain) { return String(decoding: bytes, as: UTF8.self).trimmed() }
    var decoder = LaTeXDecoder(bytes, depth: 0, keepsLines: keepsLines)
    decoder.decode()
    return String(decoding: decoder.output, as: UTF8.self).trimmed()
  }

  /// Returns an address or a number as text. The only command in such a value is a backslash before a character.
  static func verbatim(_ bytes: ArraySlice<UInt8>) -> String {
    var rest = bytes
    var text: [UInt8] = []
    if let url = rest.firstRange(of: Array("\\url{".utf8)) { rest = rest[url.upperBound...] }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "}"): continue
      case UInt8(ascii: "\\"):
        if rest.starts(with: "textasciitilde".utf8) {
          rest = rest.dropFirst(14)
          text.append(UInt8(ascii: "~"))
        } else if let next = rest.first, !next.isASCIILetterOrDigit {
          rest.removeFirst()
          text.append(next)
        } else {
          text.append(byte)
        }
      default: text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self).trimmed()
  }

  init(_ source: ArraySlice<UInt8>, depth: Int, keepsLines: Bool) {
    (self.source, position, self.depth, self.keepsLines) = (source, source.startIndex, depth, keepsLines)
  }

  /// Returns true if a byte has no special meaning in any context.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...31, UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "$"), UInt8(ascii: "~"),
      UInt8(ascii: "-"), UInt8(ascii: "'"), UInt8(ascii: "`"), 127:
      false
    default: true
    }
  }

  mutating func decode() {
    while position < source.endIndex {
      let byte = source[position]
      position += 1
      switch byte {
      case UInt8(ascii: " "), 9...13:
        if byte == 10, followsBlankLine() { space = .paragraph }
        if space == .none { space = .one }
        kept.passSpace(endingAt: position)
      case UInt8(ascii: "{"): if kept.open(at: position) { emit("{") }
      case UInt8(ascii: "}"): if kept.close(at: position) { emit("}") }
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        kept.passBracket(byte, at: position)
        flushSpace()
        output.append(byte)
      case UInt8(ascii: "$"): isMath.toggle()
      case UInt8(ascii: "~"): emit("\u{A0}")
      case UInt8(ascii: "\\"): command()
      case UInt8(ascii: "-") where !isMath: dashes()
      case UInt8(ascii: "`"), UInt8(ascii: "'"):
        let isDouble = !isMath && position < source.endIndex && source[position] == byte
        if isDouble { position += 1 }
        emit(isDouble ? (byte == UInt8(ascii: "`") ? "“" : "”") : String(UnicodeScalar(byte)))
      case UInt8(ascii: "?") where next(is: "`"): emitInPlace(of: 1, "¿")
      case UInt8(ascii: "!") where next(is: "`"): emitInPlace(of: 1, "¡")
      case UInt8(ascii: "^") where isMath: script(LaTeXCommands.superscripts, else: "^")
      case UInt8(ascii: "_") where isMath: script(LaTeXCommands.subscripts, else: "_")
      default:
        flushSpace()
        output.append(byte)
      }
    }
  }

  // MARK: Whitespace

  /// Returns true if the line at the current position is blank. A blank line ends a paragraph.
  private func followsBlankLine() -> Bool {
    var index = position
    while index < source.endIndex, source[index] == 32 || source[index] == 9 || source[index] == 13 { index += 1 }
    return index < source.endIndex && source[index] == 10
  }

  mutating func flushSpace() {
    switch space {
    case .none: return
    case .paragraph where keepsLines && !output.isEmpty: output += [10, 10]
    case .one where output.last == 10 && keepsLines: break
    case .one, .paragraph: output.append(32)
    }
    space = .none
  }

  mutating func endLine() {
    if !keepsLines {
      space = .one
      return
    }
    // A blank line before the line end is kept. Other whitespace is dropped.
    if space == .paragraph { flushSpace() }
    space = .none
    output.append(10)
  }

  // MARK: Characters

  mutating func emit(_ text: String) {
    flushSpace()
    output += Array(text.utf8)
  }

  private mutating func emitInPlace(of count: Int, _ text: String) {
    position += count
    emit(text)
  }

  func next(is scalar: UnicodeScalar) -> Bool {
    position < source.endIndex && source[position] == UInt8(ascii: scalar)
  }

  private mutating func dashes() {
    var count = 1
    while count < 3, next(is: "-") {
      position += 1
      count += 1
    }
    emit(["-", "–", "—"][count - 1])
  }

  private mutating func script(_ letters: [Character: Character], else symbol: String) {
    let text = decoded(argument())
    let raised = text.compactMap { letters[$0] }
    emit(
      raised.count == text.count && !text.isEmpty
        ? String(raised) : ["th", "st", "nd", "rd"].contains(text) ? text : symbol + text)
  }
}
