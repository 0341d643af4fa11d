/// Makes keys of what a terminal sends, as far as ncurses has not: it knows the sequences of keys that the terminal's description has.
/// What else comes as a sequence (ECMA-48, section 5), from a key that nobody described or as the answer to a question of a program
/// that ran before, is one unknown key, and never the letters and digits that it is written with.
struct KeyDecoder {
  /// What is left to come of a sequence.
  private enum Rest: Equatable {
    /// Parameters and a last letter, of a control sequence or of one of a key.
    case parameters(isKey: Bool, count: Int)
    /// A text that ends with a bell, or with an escape and a backslash.
    case text(count: Int, isEscaped: Bool)
    /// The button and the place of a mouse.
    case places(Int)
  }

  /// More than any terminal sends.
  private static let mostParameters = 64
  private static let longestText = 65_536

  private var rest: Rest?
  /// Whether an escape has come that may begin a sequence.
  private var isEscaped = false

  /// Takes a character.
  ///
  /// - Returns: the keys that are known by it.
  mutating func take(_ scalar: Unicode.Scalar) -> [Key] {
    if let open = rest {
      rest = Self.rest(of: open, behind: scalar)
      return rest == nil ? [.other] : []
    }
    let wasEscaped = isEscaped
    isEscaped = scalar == "\u{1B}"
    if isEscaped { return wasEscaped ? [.escape] : [] }
    guard wasEscaped else { return [Key(scalar)] }
    switch scalar {
    case "[": rest = .parameters(isKey: false, count: 0)
    case "O": rest = .parameters(isKey: true, count: 0)
    case "]", "P", "_": rest = .text(count: 0, isEscaped: false)
    default: return [.escape, Key(scalar)]
    }
    return []
  }

  /// Takes a key that ncurses knows: it ends what was begun.
  mutating func take(_ key: Key) -> [Key] { end() + [key] }

  /// Nothing more is there for now: an escape without anything behind it is the key. A sequence may go on later.
  mutating func pause() -> [Key] {
    defer { isEscaped = false }
    return isEscaped ? [.escape] : []
  }

  /// Something else comes: what was begun is over.
  mutating func end() -> [Key] {
    rest = nil
    return pause()
  }

  private static func rest(of open: Rest, behind scalar: Unicode.Scalar) -> Rest? {
    switch open {
    case .parameters(let isKey, let count):
      // Any other character is none of it, and is lost with it.
      guard (0x20...0x3F).contains(scalar.value), count < mostParameters else {
        // A mouse that is told of in the oldest form.
        return scalar == "M" && count == 0 && !isKey ? .places(3) : nil
      }
      return .parameters(isKey: isKey, count: count + 1)
    case .text(let count, let isEscaped):
      if scalar == "\u{07}" || scalar == "\u{9C}" || isEscaped || count >= longestText { return nil }
      return .text(count: count + 1, isEscaped: scalar == "\u{1B}")
    case .places(let count): return count > 1 ? .places(count - 1) : nil
    }
  }
}
