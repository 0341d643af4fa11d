import CommandLineKit

/// A line of text that is being typed, with a cursor between two of its characters.
struct LineEditor: Equatable, Sendable {
  /// What stands before the cursor, and behind it.
  private var before: String
  private var after = ""

  /// Whether all of it is selected: what is typed takes its place.
  private(set) var isSelected: Bool

  /// With the cursor at the end.
  init(_ text: String = "", isSelected: Bool = false) {
    (before, self.isSelected) = (text, isSelected && !text.isEmpty)
  }

  /// What was typed.
  var text: String { before + after }

  /// Does what a key asks for.
  ///
  /// - Returns: whether the key is one of a line.
  mutating func handle(_ key: Key) -> Bool {
    if isSelected {
      switch key {
      case .character, .paste, .backspace, .delete, .control("d"), .control("w"): (before, after) = ("", "")
      default: break
      }
    }
    let isHandled = edit(key)
    if isHandled { isSelected = false }
    return isHandled
  }

  /// It is one line: blanks and line breaks are a space, none where the line begins, or for the break at its end.
  private mutating func paste(_ text: String) {
    if !before.isEmpty, text.first?.isWhitespace == true { before += " " }
    before += text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.last == " ", !before.hasSuffix(" ") { before += " " }
  }

  private mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar): before.unicodeScalars.append(scalar)
    case .paste(let text): paste(text)
    case .backspace: _ = before.popLast()
    case .delete, .control("d"): _ = after.isEmpty ? nil : after.removeFirst()
    case .left, .control("b"): if let last = before.popLast() { after = String(last) + after }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): removeWord()
    default: return false
    }
    return true
  }

  private mutating func removeWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }

  /// The part of the line around the cursor that fits.
  ///
  /// - Parameter cells: how many there are; the cursor takes one behind the last character.
  /// - Returns: visible text, and the cell in which the cursor stands.
  func visible(in cells: Int) -> (text: String, cursor: Int) {
    var start = VisibleText.forTerminal(before)
    while DisplayWidth.of(start) >= max(1, cells), !start.isEmpty { start.removeFirst() }
    let cursor = DisplayWidth.of(start)
    let rest = DisplayWidth.truncate(VisibleText.forTerminal(after), to: max(0, cells - cursor), ellipsis: "")
    return (start + rest, cursor)
  }
}
