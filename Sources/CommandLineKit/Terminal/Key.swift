/// What was typed, or done with the mouse's wheel.
package enum Key: Equatable, Sendable {
  /// A visible character, or one part of it: a letter and its accent may come one after the other.
  case character(Unicode.Scalar)
  /// A letter with the control key: `l` is Ctrl-L.
  case control(Unicode.Scalar)
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, escape, backspace, delete
  case wheelUp, wheelDown
  /// A text that was pasted, with line breaks and tabs, without other control characters.
  case paste(String)
  /// A key of which nothing is known here.
  case other

  /// The key of a code point that a terminal sends.
  package init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x08, 0x7F: self = .backspace
    case 0x01...0x1A: self = Unicode.Scalar(scalar.value + 0x60).map(Key.control) ?? .other
    default: self = VisibleText.isHazard(scalar) ? .other : .character(scalar)
    }
  }
}
