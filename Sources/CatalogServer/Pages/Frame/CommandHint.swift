import Catalog

/// An action for which a web page shows a command to run on the server's machine. The program that serves the site
/// provides the command.
public enum CommandHint: Sendable, Hashable {
  /// Adds books, or a source.
  case addBooks, addSource
  /// Adds sample books.
  case addSamples
  /// Lets viewers on the server's machine edit books.
  case allowEdits
  case edit(Book.ID)
  case rate(Book.ID)
  case mark(Book.ID)
  case tag(Book.ID)
  /// Resolves the conflict in the given field of a book. The name `book` means a conflict about the whole book.
  case resolve(Book.ID, field: String, ConflictSide)
  /// Merges books.
  case merge([Book.ID])
  /// Marks books as not being duplicates.
  case distinct([Book.ID])
  case undo(HistoryStep.ID)
}

extension HTMLWriter {
  /// Writes a line with one or more alternative commands for an action. Writes nothing if the serving program provides
  /// none.
  mutating func hint(_ beginning: String, _ hints: CommandHint..., in context: PageContext) {
    let commands = hints.compactMap(context.command)
    guard !commands.isEmpty else { return }
    element(.p) { html in
      html.text(beginning)
      for (index, command) in commands.enumerated() {
        html.text(index == 0 ? " " : Texts.Frame.or)
        html.element(.code, text: command)
      }
    }
  }
}
