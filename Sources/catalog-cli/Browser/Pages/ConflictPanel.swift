import Catalog
import CommandLineKit
import Platform

/// A page that lists conflicts between the user's edits and changes in sources. One conflict is selected.
struct ConflictPanel: Equatable, Sendable {
  /// The maximum number of conflicts on the page.
  static let limit = 200

  let conflicts: [Conflict]
  /// The index of the selected conflict, which keys act on.
  private(set) var selected = 0
  /// True while a decision is being stored. Keys wait until it is stored.
  var isDeciding = false
  /// True if the selected conflict was resolved or changed by someone else. The user's next decision is then ignored,
  /// because it may be meant for the earlier conflict.
  var isChanged = false
  /// The conflicts that were visible when the page was last drawn.
  private var seen: [Conflict] = []

  init(_ conflicts: [Conflict]) { self.conflicts = conflicts }

  /// The selected conflict; `nil` if there are no conflicts.
  var conflict: Conflict? { conflicts.indices.contains(selected) ? conflicts[selected] : nil }

  /// True if the selected conflict has been visible with its current values.
  var isSeen: Bool { conflict.map(seen.contains) ?? false }

  /// Records which conflicts are visible.
  ///
  /// - Parameter entries: The indices of the visible entries of the page.
  mutating func see(_ entries: [Int]) {
    seen = entries.filter { $0 % 2 == 0 && conflicts.indices.contains($0 / 2) }.map { conflicts[$0 / 2] }
  }

  /// Returns the page with the selection moved by the given number of conflicts.
  func moved(by steps: Int) -> ConflictPanel {
    var moved = self
    moved.isChanged = false
    moved.selected = max(0, min(selected + steps, conflicts.count - 1))
    return moved
  }

  /// Returns the number of conflicts by which a scrolling key moves the selection.
  ///
  /// - Parameter height: The number of lines on the page.
  func steps(of key: Key, height: Int) -> Int {
    // A conflict takes up about five lines on the page.
    let page = max(1, height / 5)
    return switch key {
    case .home: -conflicts.count
    case .end: conflicts.count
    case .pageUp: -page
    case .pageDown: page
    case .wheelUp: -1
    case .wheelDown: 1
    default: 0
    }
  }

  /// Returns the page with the first conflict of the next or previous book selected. Returns the page unchanged if
  /// there is no such book.
  func moved(toAnotherBook step: Int) -> ConflictPanel {
    guard let book = conflict?.book else { return self }
    let others =
      step > 0 ? Array(conflicts.indices.dropFirst(selected)) : conflicts.indices.prefix(selected).reversed()
    guard let other = others.first(where: { conflicts[$0].book != book }) else { return self }
    let first = conflicts.firstIndex { $0.book == conflicts[other].book }
    return moved(by: (first ?? other) - selected)
  }

  /// Returns the page with new conflicts. The selection stays on its conflict, or moves to the next one if its conflict
  /// was resolved.
  func updated(to panel: ConflictPanel) -> ConflictPanel {
    var updated = panel
    let still = Dictionary(panel.conflicts.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let index = conflicts.dropFirst(selected).lazy.compactMap { still[$0.id] }.first
    updated.selected = index ?? max(0, panel.conflicts.count - 1)
    (updated.isDeciding, updated.seen) = (isDeciding, seen)
    updated.isChanged = isChanged || !isDeciding && conflict != nil && updated.conflict != conflict
    return updated
  }

  /// Returns the page after a decision. If the decision was stored, the conflict is removed; if it was refused, the
  /// conflict stays.
  func decided(_ conflict: Conflict, isStored: Bool) -> ConflictPanel {
    var left = conflicts
    let id = conflict.id
    if isStored { left.removeAll { $0.id == id } }
    var panel = updated(to: ConflictPanel(left))
    panel.isDeciding = false
    return panel
  }

  var page: BrowserPanel {
    var entries: [BrowserPanel.Entry] = []
    for conflict in conflicts {
      let text =
        switch conflict.kind {
        case .field(let field, let base, let theirs, let mine, _): Self.text(field, mine, theirs, base)
        case .removal(let source, let since): "kept, but gone from \(source) since \(since.localTime)"
        }
      entries.append(BrowserPanel.Entry(label: String(conflict.book), text: "\(conflict.title): \(text)"))
      entries.append(BrowserPanel.Entry(label: "", text: ""))
    }
    if conflicts.isEmpty {
      entries.append(BrowserPanel.Entry(label: "", text: "No source contradicts your edits."))
    }
    let count = conflicts.count < Self.limit ? conflicts.count.counted("conflict") : "The first \(Self.limit) conflicts"
    return BrowserPanel(
      title: conflicts.isEmpty ? "No conflicts" : count, entries: entries, kind: .conflicts(self),
      selected: conflicts.isEmpty ? nil : selected * 2)
  }

  private static func text(
    _ field: BookField, _ mine: FieldValue?, _ theirs: FieldValue?, _ base: FieldValue?
  ) -> String {
    let texts = [mine, theirs, base].map { $0?.description ?? "nothing" }
    let shown = DifferingExcerpts.of(texts)
    let hint = shown == texts ? "" : " (excerpt; Enter shows the book)"
    return "\(field.typedName)\(hint)\nyours: \(shown[0])\ntheirs: \(shown[1])\nbefore: \(shown[2])"
  }
}
