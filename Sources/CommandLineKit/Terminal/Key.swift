/// A typed key or a movement of the mouse wheel.
package enum Key: Equatable, Sendable {
  /// A visible character or a part of one. For example, a letter and its accent may arrive separately.
  case character(Unicode.Scalar)
  /// A letter typed with the control key: `l` is Ctrl-L.
  case control(Unicode.Scalar)
  case up, down, left, right, home, end, pageUp, pageDown
  case enter, escape, backspace, delete
  case wheelUp, wheelDown
  /// Pasted text. Contains no control characters except line breaks and tabs.
  case paste(String)
  /// An unknown key.
  case other

  /// Creates the key for a code point sent by a terminal.
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
