import Catalog
import CommandLineKit

/// An action that the review carries out in response to a key.
enum ReviewEffect: Equatable {
  /// Reads the books of the current group. If the group needs no decision, moves on to the next group.
  case load
  /// Merges books.
  ///
  /// - Parameter books: The books as they were shown. The book to keep is first.
  case merge([Book], MergePreference)
  case markDistinct([Book])
  /// Undoes a decision made in this review, and returns to the group with the given index.
  case undo(HistoryStep.ID, groupIndex: Int)
  case redraw
  case leave

  /// True if the action is a decision about the current group, which is allowed only after the group was visible.
  var decides: Bool {
    switch self {
    case .merge, .markDistinct: true
    case .load, .undo, .redraw, .leave: false
    }
  }
}

/// The state of the review of duplicates. It changes with keys and with the results of actions.
struct ReviewState {
  let groups: [DuplicateGroup]
  /// The user-defined fields.
  let own: OwnFields
  /// The index of the current group. After the last group, it equals the number of groups.
  private(set) var groupIndex = 0
  var columns = ReviewColumns()
  /// The index of the selected field (`selected`) and of the first visible field (`top`).
  private(set) var selected = 0
  private(set) var top = 0
  /// The open page: the help, or the complete values of a field; `nil` if none is open.
  private(set) var panel: BrowserPanel?
  private(set) var message: (text: String, isError: Bool)?
  private(set) var merged = 0
  private(set) var distinct = 0
  var size = ScreenSize(rows: 24, columns: 80) {
    didSet { scroll() }
  }
  /// The steps made in this review, each with the index of its group. Undo starts with the last one.
  private var made: [(step: HistoryStep.ID, groupIndex: Int, isMerge: Bool)] = []
  /// True while the user moves backwards. Groups that need no decision are then skipped backwards as well.
  private var isGoingBack = false

  init(_ groups: [DuplicateGroup], own: OwnFields) { (self.groups, self.own) = (groups, own) }

  var group: DuplicateGroup? { groups.indices.contains(groupIndex) ? groups[groupIndex] : nil }
  var isAtEnd: Bool { groupIndex >= groups.count }
  /// The number of lines available for fields.
  var height: Int { max(1, size.rows - 4 - reason.count) }

  /// The reason why the books may be the same, wrapped into lines; empty on a screen with few rows.
  var reason: [String] {
    let lines = group.map { wrapped(VisibleText.forTerminal($0.words), width: size.columns) } ?? []
    return Array(lines.prefix(max(0, (size.rows - 6) / 4)))
  }

  // MARK: Results of actions

  /// Shows the books of the current group.
  ///
  /// - Returns: The actions that follow. If the group needs no decision, they load another group.
  mutating func loaded(_ books: [Book], distinct isDistinct: Bool) -> [ReviewEffect] {
    if books.count < 2 || isDistinct {
      if isGoingBack, groupIndex == 0 { isGoingBack = false }
      return go(isGoingBack ? -1 : 1)
    }
    columns = ReviewColumns(books)
    isGoingBack = false
    (selected, top) = (0, 0)
    return []
  }

  /// Records that a decision was stored.
  mutating func done(_ outcome: ChangeOutcome, isMerge: Bool) -> [ReviewEffect] {
    message = (outcome.summary + "  (u undoes)", false)
    guard let step = outcome.step else { return go(1) }
    made.append((step, groupIndex, isMerge))
    if isMerge { merged += 1 } else { distinct += 1 }
    // After a merge, the remaining books in the group may need another decision.
    return isMerge ? [.load] : go(1)
  }

  mutating func undone(_ summary: String, groupIndex: Int) -> [ReviewEffect] {
    guard let last = made.popLast() else { return [] }
    if last.isMerge { merged -= 1 } else { distinct -= 1 }
    message = ("undone: \(summary)", false)
    self.groupIndex = groupIndex
    return [.load]
  }

  mutating func failed(_ text: String) -> [ReviewEffect] {
    message = (text, true)
    return [.load]
  }

  /// Tells the user that a decision was ignored because the group was not visible yet.
  mutating func passOver() { message = ("You pressed the key before these books were visible.", false) }

  // MARK: Keys

  mutating func handle(_ key: Key) -> [ReviewEffect] {
    if key == .control("l") { return [.redraw] }
    if var panel {
      let moved = panel.handle(key, height: size.rows - 2, columns: size.columns)
      self.panel = moved ? panel : nil
      return []
    }
    message = nil
    switch key {
    case .character("q"), .escape, .control("c"): return [.leave]
    case .character("?"): panel = Self.help
    case .character("u"): return undo()
    case .character("s"), .pageDown: return isAtEnd ? [] : go(1)
    case .character("b"), .pageUp, .backspace: return groupIndex == 0 ? [] : go(-1)
    default: return isAtEnd ? [] : decide(key)
    }
    return []
  }

  private mutating func decide(_ key: Key) -> [ReviewEffect] {
    let fields = columns.fields
    switch key {
    case .left, .character("h"): columns.keep(next: -1)
    case .right, .character("l"): columns.keep(next: 1)
    case .up, .character("k"), .wheelUp: move(-1)
    case .down, .character("j"), .wheelDown: move(1)
    case .home, .character("g"): move(-fields.count)
    case .end, .character("G"): move(fields.count)
    case .character(" "): if fields.indices.contains(selected) { columns.choose(next: fields[selected]) }
    case .character(let digit) where ("1"..."9").contains(digit):
      if fields.indices.contains(selected) { columns.choose(fields[selected], at: Int(digit.value) - 49) }
    case .enter: if fields.indices.contains(selected) { panel = values(of: fields[selected]) }
    case .character("x"): if !columns.leaveOut() { message = ("At least two books are needed.", true) }
    case .character("m"): return [.merge(columns.decided, columns.preference)]
    case .character("n"): return [.markDistinct(columns.decided)]
    default: break
    }
    return []
  }

  private mutating func undo() -> [ReviewEffect] {
    guard let last = made.last else {
      message = ("Nothing to undo here.", true)
      return []
    }
    return [.undo(last.step, groupIndex: last.groupIndex)]
  }

  private mutating func go(_ step: Int) -> [ReviewEffect] {
    isGoingBack = step < 0
    groupIndex = min(max(0, groupIndex + step), groups.count)
    columns = ReviewColumns()
    return isAtEnd ? [] : [.load]
  }

  private mutating func move(_ step: Int) {
    selected = min(max(0, selected + step), max(0, columns.fields.count - 1))
    scroll()
  }

  private mutating func scroll() { top = min(max(top, selected - height + 1), selected) }

  // MARK: Panels

  private func values(of field: BookField) -> BrowserPanel {
    BrowserPanel(
      title: own.words(of: field),
      entries: columns.books.map {
        BrowserPanel.Entry(label: String($0.id), text: ReviewColumns.text(of: field, in: $0) ?? "nothing")
      }
    )
  }

  /// The page that lists the keys.
  static let help = BrowserPanel(
    title: "Keys",
    entries: [
      BrowserPanel.Entry(label: "← → h l", text: "choose the book to keep, with its number and values"),
      BrowserPanel.Entry(label: "m", text: "merge the other books into it"),
      BrowserPanel.Entry(label: "↑ ↓ j k", text: "choose a field"),
      BrowserPanel.Entry(
        label: "Space 1-9", text: "use the field's value from the next book, or from the book with that number"),
      BrowserPanel.Entry(label: "Enter", text: "show the complete values of the field"),
      BrowserPanel.Entry(label: "n", text: "not duplicates: do not suggest them again"),
      BrowserPanel.Entry(label: "x", text: "exclude the book to keep; if only two are left, include all"),
      BrowserPanel.Entry(label: "s PgDn", text: "skip the group for now"),
      BrowserPanel.Entry(label: "b PgUp", text: "back to the previous group"),
      BrowserPanel.Entry(label: "u", text: "undo the last decision made here"),
      BrowserPanel.Entry(label: "q", text: "close this page, or quit the review"),
    ])
}
