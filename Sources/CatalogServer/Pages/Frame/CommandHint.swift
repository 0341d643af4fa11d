import Catalog

/// What a person does elsewhere to change what a page shows. The program that serves says by which command, if it has one.
public enum CommandHint: Sendable, Hashable {
  /// Books and sources are brought in.
  case addBooks, addSource
  case edit(Book.ID)
  case rate(Book.ID)
  case mark(Book.ID)
  case tag(Book.ID)
  /// A conflict is decided: of a field by its name, or of `book` for the whole of it.
  case resolve(Book.ID, field: String, ConflictSide)
  /// Books are one.
  case merge([Book.ID])
  /// Books are not the same.
  case distinct([Book.ID])
  case undo(HistoryStep.ID)
}

extension HTMLWriter {
  /// A line that says how something is done, where the program that serves has commands: one, or either of several.
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
