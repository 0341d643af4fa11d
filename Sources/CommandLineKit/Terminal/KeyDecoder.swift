/// A decoder for input that ncurses does not recognise. ncurses knows only the key sequences in the terminal's
/// description. Other sequences (ECMA-48, section 5) come from keys that are missing from the description, or are late
/// responses to another program's query. The decoder turns each sequence into one unknown key, so that its letters and
/// digits do not count as typed text.
struct KeyDecoder {
  /// The part of an incomplete sequence that has not arrived yet.
  private enum Rest: Equatable {
    /// The rest of a control sequence: its parameters and its final letter. `isKey` is true for the sequence of a
    /// function key.
    case parameters(isKey: Bool, count: Int)
    /// The rest of a string that ends with a bell character, or with an escape and a backslash. `isEscaped` is true
    /// after the escape.
    case text(count: Int, isEscaped: Bool)
    /// The button and position in a mouse report. The value is the number of characters that have not arrived yet.
    case mouse(Int)
  }

  /// The maximum lengths of a sequence's parameters and text. All sequences that terminals send are shorter.
  private static let maxParameters = 64
  private static let maxTextLength = 65_536

  private var rest: Rest?
  /// True if the last character was an escape, which may be the Escape key or the start of a sequence.
  private var isEscaped = false

  /// Decodes a character.
  ///
  /// - Returns: The keys completed by this character.
  mutating func take(_ scalar: Unicode.Scalar) -> [Key] {
    if let open = rest {
      rest = Self.rest(of: open, after: scalar)
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

  /// Adds a key that ncurses recognised. Ends any incomplete sequence.
  mutating func take(_ key: Key) -> [Key] { end() + [key] }

  /// Handles a pause in the input. An escape before the pause counts as the Escape key. A longer incomplete sequence
  /// may still continue.
  mutating func pause() -> [Key] {
    defer { isEscaped = false }
    return isEscaped ? [.escape] : []
  }

  /// Ends any incomplete sequence, because other input follows.
  mutating func end() -> [Key] {
    rest = nil
    return pause()
  }

  private static func rest(of open: Rest, after scalar: Unicode.Scalar) -> Rest? {
    switch open {
    case .parameters(let isKey, let count):
      // A character outside this range ends the sequence and is dropped.
      guard (0x20...0x3F).contains(scalar.value), count < maxParameters else {
        // The letter M without parameters starts a mouse report in the oldest format (X10).
        return scalar == "M" && count == 0 && !isKey ? .mouse(3) : nil
      }
      return .parameters(isKey: isKey, count: count + 1)
    case .text(let count, let isEscaped):
      if scalar == "\u{07}" || scalar == "\u{9C}" || isEscaped || count >= maxTextLength { return nil }
      return .text(count: count + 1, isEscaped: scalar == "\u{1B}")
    case .mouse(let count): return count > 1 ? .mouse(count - 1) : nil
    }
  }
}
