import Catalog
import CommandLineKit

/// Opens a book, or one of its fields, in the user's editor, and stores what has changed.
struct EditingSession {
  let global: GlobalOptions
  let options: BulkOptions
  /// The name of the only field to edit; `nil` for all fields.
  let field: String?

  /// The command of the user's editor; `nil` if the user has chosen none and is not at a terminal.
  static func editor(_ console: Console) -> String? {
    TextDraft.editor(in: console.environment)
      ?? (Question(console: console).isInteractive ? TextDraft.defaultEditor : nil)
  }

  /// Edits a book.
  ///
  /// - Throws: ``CommandError`` if the editor fails or the book was changed meanwhile, and the errors of edits. A note
  ///   then names the file with the edited text, if the text was changed.
  func edit(_ books: ChosenBooks, with editor: String) throws {
    let (book, own) = try global.openForReading().read { snapshot in
      let ids = try books.ids(in: snapshot)
      guard ids.count == 1, let book = try snapshot.book(ids[0]) else {
        throw ValidationError("only one book can be edited in an editor; use field=value for several")
      }
      return (book, try snapshot.fields())
    }
    let field = try field.map { try FieldArgument.field($0, own) }
    let whole = BookText(book, own: own)
    let draft = try TextDraft(field.map { book[$0]?.typedText ?? "" } ?? whole.text)
    let ending = ForegroundProgram.run(editor, draft.path, environment: global.console.environment)
    do {
      let edited = try draft.changed()
      if let failure = ending.words { throw CommandError.editorFailed("\(editor) \(failure)") }
      let assignments =
        try edited.map { text in
          try field.map { ["\(own.typedName(of: $0))=\(text)"] } ?? whole.assignments(in: text)
        } ?? []
      let changes = try assignments.map { argument -> FieldChange in
        let assignment = try FieldAssignment(argument, own: own)
        return .set(assignment.field, try assignment.value())
      }
      try store(changes, in: book, books, own)
    } catch {
      if Self.isUnchanged(draft) {
        draft.remove()
      } else {
        global.console.diagnostics.note("your text is in \(draft.path)")
      }
      throw error
    }
    draft.remove()
  }

  /// Returns true if the user changed nothing. A text that cannot be read may have been changed.
  private static func isUnchanged(_ draft: TextDraft) -> Bool {
    do { return try draft.changed() == nil } catch { return false }
  }

  private func store(_ changes: [FieldChange], in book: Book, _ books: ChosenBooks, _ own: OwnFields) throws {
    guard !changes.isEmpty else { return try global.console.line("Nothing changed.") }
    try global.make(options, of: books, own: own) { transaction in
      let current = try transaction.snapshot.book(book.id)
      let other = changes.map(\.field).first { current?[$0] != book[$0] }
      if let other { throw CommandError.changedMeanwhile(title: book.title, field: own.words(of: other)) }
      return try transaction.edit([book.id], changes)
    }
  }
}
