import CatalogModel

/// The LaTeX spellings of non-ASCII characters.
enum LaTeXSpellings {
  /// Returns the LaTeX for a character: an accent command and a letter, the command for a symbol, or else the
  /// character's number, which XeTeX and LuaTeX support.
  static func command(for scalar: UnicodeScalar) -> String {
    if scalar == "\u{A0}" { return "~" }
    if scalar == "\u{2009}" { return "\\," }
    return commands[scalar] ?? "{\\char\"\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static let commands: [UnicodeScalar: String] = {
    var commands: [UnicodeScalar: String] = [:]
    for (name, text) in LaTeXCommands.math.sorted(by: { $0.key < $1.key }) {
      if let scalar = single(text) { commands[scalar] = "\\ensuremath{\\\(name)}" }
    }
    // Text commands replace formula commands, because text commands need no package.
    for (name, text) in LaTeXCommands.letters.sorted(by: { rank($0.key) < rank($1.key) }) {
      if let scalar = single(text) { commands[scalar] = "\\\(name){}" }
    }
    let letters =
      (65...90).map { Character(UnicodeScalar(UInt8($0))) } + (97...122).map { Character(UnicodeScalar(UInt8($0))) }
    var bases = letters.map { (text: String($0), command: String($0)) }
    // The second pass adds letters with two accents, as in Vietnamese.
    for _ in 1...2 {
      var composed: [(text: String, command: String)] = []
      for (name, accent) in LaTeXCommands.accents.sorted(by: { $0.key < $1.key }) where name != "t" {
        for base in bases {
          let text = (base.text + String(accent)).canonicalLine()
          guard let scalar = single(text), commands[scalar] == nil else { continue }
          commands[scalar] = "\\\(name){\(base.command)}"
          composed.append((text, "\\\(name){\(base.command)}"))
        }
      }
      bases = composed
    }
    return commands
  }()

  /// Returns a sort key that puts preferred names last, since a later name replaces an earlier name.
  private static func rank(_ name: String) -> String {
    ["text", "quote", "guillemotl", "guillemotr", "guilsingl"].contains(where: name.hasPrefix) ? "~" + name : name
  }

  /// Returns the character of a string that consists of a single non-ASCII character, or `nil` for other strings.
  private static func single(_ text: String) -> UnicodeScalar? {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, !scalar.isASCII else { return nil }
    return scalar
  }
}
