import CommandLineKit

/// The selected line of a list and the first visible line.
struct ListScroll: Equatable, Sendable {
  private(set) var selected = 0
  private(set) var top = 0

  /// Selects a line and scrolls it into the window. In an empty list, selects line 0.
  ///
  /// - Parameters:
  ///   - line: The index of the line; clamped to the list.
  ///   - count: The number of lines in the list.
  ///   - height: The number of lines in the window.
  mutating func select(_ line: Int, count: Int, height: Int) {
    selected = max(0, min(line, count - 1))
    fit(count: count, height: height)
  }

  /// Keeps the selected line visible after the window or the list has changed its size.
  mutating func fit(count: Int, height: Int) {
    let height = max(1, height)
    selected = max(0, min(selected, count - 1))
    top = min(max(top, selected - height + 1), selected)
    // Avoids empty lines at the bottom while lines above the window are hidden.
    top = max(0, min(top, count - height))
  }

  /// Scrolls the window. Moves the selection only if it would otherwise become invisible.
  mutating func scroll(by lines: Int, count: Int, height: Int) {
    let height = max(1, height)
    top = max(0, min(top + lines, count - height))
    selected = max(top, min(selected, top + height - 1, count - 1))
    selected = max(0, selected)
  }

  /// Adjusts the positions after lines were inserted or removed above the selection. The same line stays selected, at
  /// the same height in the window. If the window is at the beginning of the list and the selection remains visible,
  /// the window does not move, so that the user sees inserted lines.
  mutating func shift(by lines: Int, height: Int) {
    selected = max(0, selected + lines)
    if top > 0 || selected >= height { top = max(0, top + lines) }
  }

  /// Handles a key.
  ///
  /// - Returns: True if the key moves the selection or the window.
  mutating func handle(_ key: Key, count: Int, height: Int) -> Bool {
    let page = max(1, height - 1)
    switch key {
    case .up, .character("k"): select(selected - 1, count: count, height: height)
    case .down, .character("j"): select(selected + 1, count: count, height: height)
    case .pageUp, .control("b"):
      if top == 0 { selected = 0 }
      scroll(by: -page, count: count, height: height)
    case .pageDown, .control("f"):
      if top >= count - height { select(count - 1, count: count, height: height) }
      scroll(by: page, count: count, height: height)
    case .home, .character("g"): select(0, count: count, height: height)
    case .end, .character("G"): select(count - 1, count: count, height: height)
    case .wheelUp: scroll(by: -3, count: count, height: height)
    case .wheelDown: scroll(by: 3, count: count, height: height)
    default: return false
    }
    return true
  }
}
