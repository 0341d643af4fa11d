import CommandLineKit

/// Which line of a list is selected, and which stands on top of the window.
struct ListScroll: Equatable, Sendable {
  private(set) var selected = 0
  private(set) var top = 0

  /// Selects a line, and brings it into the window; of a list without lines the first.
  ///
  /// - Parameters:
  ///   - line: may be outside of the list.
  ///   - count: how many lines the list has.
  ///   - height: how many lines the window has.
  mutating func select(_ line: Int, count: Int, height: Int) {
    selected = max(0, min(line, count - 1))
    fit(count: count, height: height)
  }

  /// Keeps the selected line in a window of another height, or in a list of another length.
  mutating func fit(count: Int, height: Int) {
    let height = max(1, height)
    selected = max(0, min(selected, count - 1))
    top = min(max(top, selected - height + 1), selected)
    // No empty lines below the last one while there are others above.
    top = max(0, min(top, count - height))
  }

  /// Moves the window, and the selected line only where it would leave it.
  mutating func scroll(by lines: Int, count: Int, height: Int) {
    let height = max(1, height)
    top = max(0, min(top + lines, count - height))
    selected = max(top, min(selected, top + height - 1, count - 1))
    selected = max(0, selected)
  }

  /// Stays with the selected line and the window's place on it when lines came in or went above. At the beginning of the list the
  /// window stays there while it has room for both, so that what comes in is seen.
  mutating func shift(by lines: Int, height: Int) {
    selected = max(0, selected + lines)
    if top > 0 || selected >= height { top = max(0, top + lines) }
  }

  /// Does what a key asks for.
  ///
  /// - Returns: whether it is a key that moves.
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
