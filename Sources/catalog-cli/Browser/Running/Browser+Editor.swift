import Catalog
import CommandLineKit

extension Browser {
  /// Opens a text in the user's editor, which takes over the terminal, and stores the edited text. If the editor or
  /// storing fails, the book is unchanged, and a message names the file that contains the edited text.
  func edit(_ field: BrowserField) {
    do {
      let draft = try TextDraft(field.book[field.field]?.description ?? "")
      let environment = settings.console.environment
      let editor = TextDraft.editor(in: environment) ?? TextDraft.defaultEditor
      let ending = screen.lend { ForegroundProgram.run(editor, draft.path, environment: environment) }
      redraw()
      take(ending, of: editor, draft, field)
    } catch {
      say(error)
    }
  }

  private func take(
    _ ending: ProgramEnding, of editor: String, _ draft: TextDraft, _ field: BrowserField
  ) {
    do {
      let text = try draft.changed()
      if let failure = ending.words {
        if text == nil { draft.remove() }
        let kept = text == nil ? "" : "; your text is in \(draft.path)"
        return say("\(editor) \(failure): nothing was changed\(kept)", isError: true)
      }
      guard let text else {
        draft.remove()
        return say("Nothing changed.")
      }
      unstored.append(draft.path)
      store(text, field.field, of: field.book) { [weak self] outcome in
        if outcome != .waiting { self?.unstored.removeAll { $0 == draft.path } }
        switch outcome {
        case .stored:
          draft.remove()
          self?.take(outcome)
        case .refused(let reason): self?.say("\(reason); your text is in \(draft.path)", isError: true)
        case .overtaken:
          self?.say(
            "Someone else changed the \(field.name) meanwhile, so it was not replaced; your text is in \(draft.path)",
            isError: true)
        case .waiting, .asks, .owned, .recounted: self?.take(outcome)
        }
      }
    } catch {
      say("\(settings.hints.text(of: error)); your text is in \(draft.path)", isError: true)
    }
  }
}

extension ProgramEnding {
  /// A description of the failure for an error message; `nil` if the program succeeded.
  var words: String? {
    switch self {
    case .exited(0): nil
    case .exited(let code): "failed with exit code \(code)"
    case .killed(let signal): "was ended by signal \(signal)"
    case .notStarted(let code): "could not be started (error \(code))"
    }
  }
}
