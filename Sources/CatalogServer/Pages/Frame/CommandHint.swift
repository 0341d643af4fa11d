import Catalog

/// An action outside the web page that changes what the page shows. The serving program provides the command for it, if
/// it has one.
public enum CommandHint: Sendable, Hashable {
  /// Adds books, or a source.
  case addBooks, addSource
  case edit(Book.ID)
  case rate(Book.ID)
  case mark(Book.ID)
  case tag(Book.ID)
  /// Resolves the conflict of a book in the field with a name, or in the whole book if the name is `book`.
  case resolve(Book.ID, field: String, ConflictSide)
  /// Merges books.
  case merge([Book.ID])
  /// Marks books as different.
  case distinct([Book.ID])
  case undo(HistoryStep.ID)
}

extension HTMLWriter {
  /// Writes a line with the commands for an action, if the serving program has any. Several commands are alternatives.
  mutating func hint(_ beginning: String, _ hints: CommandHint..., in context: PageContext) {
    let commands = hints.compactMap(context.command)
    guard !commands.isEmpty else { return }
    element(.p) { html in
      html.text(beginning)
      for (index, command) in commands.enumerated() {
        html.text(index == 0 ? " " : " or ")
        html.element(.code, text: command)
      }
    }
  }
}
