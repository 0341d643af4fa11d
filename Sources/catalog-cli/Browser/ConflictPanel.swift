import Catalog

/// What the user and sources say differently, as a page of text.
struct ConflictPanel {
  /// How many are shown.
  static let limit = 200

  /// What decides one, without book and field.
  let command: String

  /// - Parameter conflicts: at least one.
  func panel(_ conflicts: [Conflict]) -> BrowserPanel {
    var entries: [BrowserPanel.Entry] = []
    for conflict in conflicts {
      let text =
        switch conflict.kind {
        case .field(let field, let base, let theirs, let mine, _):
          "\(field.typedName)\nyours: \(text(mine))\ntheirs: \(text(theirs))\nbefore: \(text(base))"
        case .removal(let source, let since): "kept, though gone from \(source) since \(since.localTime)"
        }
      entries.append(BrowserPanel.Entry(label: String(conflict.book), text: "\(conflict.title): \(text)"))
      entries.append(BrowserPanel.Entry(label: "", text: ""))
    }
    entries.append(BrowserPanel.Entry(label: "", text: "Resolve: \(command) BOOK FIELD --mine, or --theirs"))
    let count = conflicts.count < Self.limit ? conflicts.count.counted("conflict") : "The first \(Self.limit) conflicts"
    return BrowserPanel(title: count, entries: entries)
  }

  private func text(_ value: FieldValue?) -> String { value?.description ?? "nothing" }
}
