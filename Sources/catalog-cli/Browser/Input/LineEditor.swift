import CommandLineKit

/// A line of text being typed, with a cursor between characters.
struct LineEditor: Equatable, Sendable {
  /// The text before the cursor and the text after it.
  private var before: String
  private var after = ""

  /// True if the whole text is selected, so that typing replaces it.
  private(set) var isSelected: Bool

  /// Creates an editor with the cursor at the end.
  init(_ text: String = "", isSelected: Bool = false) {
    (before, self.isSelected) = (text, isSelected && !text.isEmpty)
  }

  /// The text of the line.
  var text: String { before + after }

  /// Handles a key.
  ///
  /// - Returns: True if the key edits the line or moves the cursor.
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

  /// Inserts pasted text as a single line. Each run of white space becomes one space. White space at the beginning of
  /// the line and a line break at the end of the text are dropped.
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

  /// Returns the part of the line around the cursor that fits into the available width.
  ///
  /// - Parameter cells: The available width in cells. A cursor after the last character also takes up one cell.
  /// - Returns: The text with visible control characters, and the position of the cursor in cells.
  func visible(in cells: Int) -> (text: String, cursor: Int) {
    var start = VisibleText.forTerminal(before)
    while DisplayWidth.of(start) >= max(1, cells), !start.isEmpty { start.removeFirst() }
    let cursor = DisplayWidth.of(start)
    let rest = DisplayWidth.truncate(VisibleText.forTerminal(after), to: max(0, cells - cursor), ellipsis: "")
    return (start + rest, cursor)
  }
}
