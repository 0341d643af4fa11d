import CatalogModel

/// Decodes commands.
extension LaTeXDecoder {
  mutating func command() {
    guard position < source.endIndex else { return emit("\\") }
    let byte = source[position]
    if !Self.isLetter(byte) {
      position += 1
      return control(byte)
    }
    let start = position
    while position < source.endIndex, Self.isLetter(source[position]) { position += 1 }
    let name = String(decoding: source[start..<position], as: UTF8.self)
    if let accent = LaTeXCommands.accents[name] {
      skipSpace()
      return accented(accent, name)
    }
    if let symbol = LaTeXCommands.symbols[name] {
      skipSpace()
      return emit(symbol)
    }
    if LaTeXCommands.twofold.contains(name) {
      skipSpace()
      _ = argument()
      return
    }
    if LaTeXCommands.quotations.contains(name) {
      skipSpace()
      return emit("“" + decoded(argument()) + "”")
    }
    if LaTeXCommands.transparent.contains(name) { return skipSpace() }
    if LaTeXCommands.spaces.contains(name) {
      skipSpace()
      space = space == .none ? .one : space
      return
    }
    if LaTeXCommands.lineEnds.contains(name) { return endLine() }
    if LaTeXCommands.paragraphEnds.contains(name) {
      space = .paragraph
      return
    }
    if ["char", "symbol", "unichar"].contains(name), let scalar = number() { return emit(String(scalar)) }
    emit("\\" + name)
    kept.beginAfterCommand(at: position)
  }

  /// Decodes a command that consists of one nonletter.
  private mutating func control(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"):
      if next(is: "*") { position += 1 }
      endLine()
    // An escaped space. LaTeX also prints a space for an escaped tab, but the tab is kept here.
    case UInt8(ascii: " "), 9...13:
      flushSpace()
      output.append(byte == 9 ? 9 : 32)
    default:
      let name = String(UnicodeScalar(byte))
      if byte < 128, let accent = LaTeXCommands.accents[name] { return accented(accent, name) }
      if let character = LaTeXCommands.characters[byte] { return emit(character) }
      flushSpace()
      output += [UInt8(ascii: "\\"), byte]
      kept.beginAfterCommand(at: position)
    }
  }

  /// Emits a letter with an accent as a combining character. A dotless letter becomes the normal letter.
  private mutating func accented(_ accent: UnicodeScalar, _ name: String) {
    let isLetters = name.utf8.allSatisfy(Self.isLetter)
    if isLetters { skipSpace() }
    let letter = decoded(argument())
    guard let first = letter.unicodeScalars.first else { return emit(LaTeXCommands.bareAccents[name] ?? "") }
    let base: UnicodeScalar = first == "ı" ? "i" : first == "ȷ" ? "j" : first
    var text = String.UnicodeScalarView([base])
    var rest = letter.unicodeScalars.dropFirst()
    // Existing accents stay before the new accent.
    while let mark = rest.first, mark.properties.canonicalCombiningClass.rawValue > 0 {
      text.append(mark)
      rest = rest.dropFirst()
    }
    text.append(accent)
    text.append(contentsOf: rest)
    emit(String(text))
  }

  /// Returns the argument of a command: the group after it, or else the next command or character.
  mutating func argument(level: Int = 0) -> ArraySlice<UInt8> {
    guard position < source.endIndex else { return [] }
    let start = position
    switch source[position] {
    case UInt8(ascii: "{"):
      var open = 0
      while position < source.endIndex {
        let byte = source[position]
        position += 1
        if byte == UInt8(ascii: "\\"), position < source.endIndex { position += 1 }
        if byte == UInt8(ascii: "{") { open += 1 }
        if byte == UInt8(ascii: "}") {
          open -= 1
          if open == 0 { return source[(start + 1)..<(position - 1)] }
        }
      }
      return source[(start + 1)...]
    case UInt8(ascii: "\\"):
      position = min(position + 2, source.endIndex)
      if position - start == 2, Self.isLetter(source[position - 1]) {
        while position < source.endIndex, Self.isLetter(source[position]) { position += 1 }
        let end = position
        if LaTeXCommands.accents[String(decoding: source[(start + 1)..<end], as: UTF8.self)] != nil {
          if level < Self.depthLimit { _ = argument(level: level + 1) }
        } else {
          skipSpace()
        }
      } else if position - start == 2, level < Self.depthLimit {
        _ = argument(level: level + 1)
      }
      return source[start..<position]
    case UInt8(ascii: "}"): return []
    default:
      position += 1
      while position < source.endIndex, source[position] & 0xC0 == 0x80 { position += 1 }
      return source[start..<position]
    }
  }

  func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard depth < Self.depthLimit else { return String(decoding: bytes, as: UTF8.self) }
    var decoder = LaTeXDecoder(bytes, depth: depth + 1, keepsLines: keepsLines)
    decoder.isMath = isMath
    decoder.decode()
    return String(decoding: decoder.output, as: UTF8.self)
  }

  /// Parses a character number, such as `"4E2D`, `'101` or `65`, optionally in braces, and returns the character.
  private mutating func number() -> UnicodeScalar? {
    let start = position
    if next(is: "{") { position += 1 }
    var radix: UInt32 = 10
    if next(is: "\"") { radix = 16 } else if next(is: "'") { radix = 8 }
    if radix != 10 { position += 1 }
    var (value, count): (UInt32, Int) = (0, 0)
    while position < source.endIndex, count < 8, let digit = Character(UnicodeScalar(source[position])).hexDigitValue,
      digit < radix
    {
      value = value &* radix &+ UInt32(digit)
      (position, count) = (position + 1, count + 1)
    }
    guard count > 0, let scalar = UnicodeScalar(value), value > 0 else {
      position = start
      return nil
    }
    return scalar
  }

  /// Skips whitespace after a named command, as TeX does.
  private mutating func skipSpace() {
    while position < source.endIndex, source[position] == 32 || (9...13).contains(source[position]) { position += 1 }
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
}
