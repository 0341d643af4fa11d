/// Which braces belong to commands that are not known, and stay with them: `\term[2]{a}{b}`. Places are those behind a sign.
struct LaTeXArguments {
  /// Where the first argument may begin: white space does not divide it from the command.
  private var first: Int?
  /// Where a further one may begin.
  private var further: Int?
  /// Whether the braces that are open stay, the outermost first.
  private var open: [Bool] = []
  /// How many braces are open around a bracket behind a command.
  private var bracket: Int?

  /// A command that is not known ends here.
  mutating func beginBehindCommand(at place: Int) { first = place }

  mutating func passSpace(endingAt place: Int) { if first == place - 1 { first = place } }

  private func begins(at place: Int) -> Bool { first == place - 1 || further == place - 1 }

  /// - Returns: whether the brace stays.
  mutating func open(at place: Int) -> Bool {
    open.append(begins(at: place))
    return begins(at: place)
  }

  /// - Returns: whether the brace stays.
  mutating func close(at place: Int) -> Bool {
    guard open.popLast() == true else { return false }
    further = place
    return true
  }

  /// Brackets stay everywhere; those behind a command may have braces behind them.
  mutating func passBracket(_ byte: UInt8, at place: Int) {
    if byte == UInt8(ascii: "["), begins(at: place) { bracket = open.count }
    if byte == UInt8(ascii: "]"), bracket == open.count { (bracket, further) = (nil, place) }
  }
}
