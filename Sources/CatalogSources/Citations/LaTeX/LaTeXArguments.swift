/// Tracks the braces that belong to unknown commands and are kept with them: `\term[2]{a}{b}`. Positions are those
/// after a character.
struct LaTeXArguments {
  /// The position at which the first argument may begin. Whitespace between it and the command is ignored.
  private var first: Int?
  /// The position at which a further argument may begin.
  private var further: Int?
  /// True for each open brace that is kept, the outermost first.
  private var open: [Bool] = []
  /// The number of open braces around an open bracket after a command.
  private var bracket: Int?

  /// Records that an unknown command ends at the position.
  mutating func beginBehindCommand(at place: Int) { first = place }

  mutating func passSpace(endingAt place: Int) { if first == place - 1 { first = place } }

  private func begins(at place: Int) -> Bool { first == place - 1 || further == place - 1 }

  /// - Returns: True if the brace is kept.
  mutating func open(at place: Int) -> Bool {
    open.append(begins(at: place))
    return begins(at: place)
  }

  /// - Returns: True if the brace is kept.
  mutating func close(at place: Int) -> Bool {
    guard open.popLast() == true else { return false }
    further = place
    return true
  }

  /// Handles a bracket. Brackets are always kept; one after a command may be followed by braces.
  mutating func passBracket(_ byte: UInt8, at place: Int) {
    if byte == UInt8(ascii: "["), begins(at: place) { bracket = open.count }
    if byte == UInt8(ascii: "]"), bracket == open.count { (bracket, further) = (nil, place) }
  }
}
