/// Finds the braces around the arguments of an unknown command, as in `\term[2]{a}{b}`. The decoder keeps these braces
/// in its output. A position is always the offset after a character.
struct LaTeXArguments {
  /// The position at which the first argument may begin. Whitespace between the command and the argument is ignored.
  private var first: Int?
  /// The position at which a further argument may begin.
  private var further: Int?
  /// True for each open brace that is kept in the output, outermost brace first.
  private var open: [Bool] = []
  /// The number of open braces around the bracket that follows a command; `nil` if no such bracket is open.
  private var bracket: Int?

  /// Records that an unknown command ends at the position.
  mutating func beginAfterCommand(at position: Int) { first = position }

  mutating func passSpace(endingAt position: Int) { if first == position - 1 { first = position } }

  private func begins(at position: Int) -> Bool { first == position - 1 || further == position - 1 }

  /// Handles an opening brace.
  ///
  /// - Returns: True if the brace is kept in the output.
  mutating func open(at position: Int) -> Bool {
    open.append(begins(at: position))
    return begins(at: position)
  }

  /// Handles a closing brace.
  ///
  /// - Returns: True if the brace is kept in the output.
  mutating func close(at position: Int) -> Bool {
    guard open.popLast() == true else { return false }
    further = position
    return true
  }

  /// Handles a bracket. Brackets are always kept. A pair of brackets after a command may be followed by an argument in
  /// braces.
  mutating func passBracket(_ byte: UInt8, at position: Int) {
    if byte == UInt8(ascii: "["), begins(at: position) { bracket = open.count }
    if byte == UInt8(ascii: "]"), bracket == open.count { (bracket, further) = (nil, position) }
  }
}
