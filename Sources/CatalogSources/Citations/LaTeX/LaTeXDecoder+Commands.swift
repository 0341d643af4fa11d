import CatalogModel

/// Decodes commands.
extension LaTeXDecoder {
  mutating func command() {
    guard place < source.endIndex else { return emit("\\") }
    let byte = source[place]
    if !Self.isLetter(byte) {
      place += 1
      return control(byte)
    }
    let start = place
    while place < source.endIndex, Self.isLetter(source[place]) { place += 1 }
    let name = String(decoding: source[start..<place], as: UTF8.self)
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
    kept.beginBehindCommand(at: place)
  }

  /// Decodes a command that consists of one nonletter.
  private mutating func control(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\\"):
      if next(is: "*") { place += 1 }
      endLine()
    // A space. LaTeX prints one for a tab as well.
    case UInt8(ascii: " "), 9...13:
      flushSpace()
      output.append(byte == 9 ? 9 : 32)
    default:
      let name = String(UnicodeScalar(byte))
      if byte < 128, let accent = LaTeXCommands.accents[name] { return accented(accent, name) }
      if let sign = LaTeXCommands.signs[byte] { return emit(sign) }
      flushSpace()
      output += [UInt8(ascii: "\\"), byte]
      kept.beginBehindCommand(at: place)
    }
  }

  /// Emits a letter with an accent as a combining character. A dotless letter becomes the normal one.
  private mutating func accented(_ accent: UnicodeScalar, _ name: String) {
    let isLetters = name.utf8.allSatisfy(Self.isLetter)
    if isLetters { skipSpace() }
    let letter = decoded(argument())
    guard let first = letter.unicodeScalars.first else { return emit(LaTeXCommands.bareAccents[name] ?? "") }
    let base: UnicodeScalar = first == "ı" ? "i" : first == "ȷ" ? "j" : first
    var text = String.UnicodeScalarView([base])
    var rest = letter.unicodeScalars.dropFirst()
    // Existing accents stay before this one.
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
    guard place < source.endIndex else { return [] }
    let start = place
    switch source[place] {
    case UInt8(ascii: "{"):
      var open = 0
      while place < source.endIndex {
        let byte = source[place]
        place += 1
        if byte == UInt8(ascii: "\\"), place < source.endIndex { place += 1 }
        if byte == UInt8(ascii: "{") { open += 1 }
        if byte == UInt8(ascii: "}") {
          open -= 1
          if open == 0 { return source[(start + 1)..<(place - 1)] }
        }
      }
      return source[(start + 1)...]
    case UInt8(ascii: "\\"):
      place = min(place + 2, source.endIndex)
      if place - start == 2, Self.isLetter(source[place - 1]) {
        while place < source.endIndex, Self.isLetter(source[place]) { place += 1 }
        let end = place
        if LaTeXCommands.accents[String(decoding: source[(start + 1)..<end], as: UTF8.self)] != nil {
          if level < Self.depthLimit { _ = argument(level: level + 1) }
        } else {
          skipSpace()
        }
      } else if place - start == 2, level < Self.depthLimit {
        _ = argument(level: level + 1)
      }
      return source[start..<place]
    case UInt8(ascii: "}"): return []
    default:
      place += 1
      while place < source.endIndex, source[place] & 0xC0 == 0x80 { place += 1 }
      return source[start..<place]
    }
  }

  func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard depth < Self.depthLimit else { return String(decoding: bytes, as: UTF8.self) }
    var decoder = LaTeXDecoder(bytes, depth: depth + 1, keepsLines: keepsLines)
    decoder.isMath = isMath
    decoder.decode()
    return String(decoding: decoder.output, as: UTF8.self)
  }

  /// Returns the character with a number: `"4E2D`, `'101` or `65`, optionally in braces.
  private mutating func number() -> UnicodeScalar? {
    let start = place
    if next(is: "{") { place += 1 }
    var radix: UInt32 = 10
    if next(is: "\"") { radix = 16 } else if next(is: "'") { radix = 8 }
    if radix != 10 { place += 1 }
    var (value, count): (UInt32, Int) = (0, 0)
    while place < source.endIndex, count < 8, let digit = Character(UnicodeScalar(source[place])).hexDigitValue,
      digit < radix
    {
      value = value &* radix &+ UInt32(digit)
      (place, count) = (place + 1, count + 1)
    }
    guard count > 0, let scalar = UnicodeScalar(value), value > 0 else {
      place = start
      return nil
    }
    return scalar
  }

  /// Skips whitespace after a named command, as TeX does.
  private mutating func skipSpace() {
    while place < source.endIndex, source[place] == 32 || (9...13).contains(source[place]) { place += 1 }
  }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
}
