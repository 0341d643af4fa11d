import Catalog
import CatalogModel
import Platform

/// The page with the history of the catalog, or of one book, step by step.
struct HistoryHTML {
  let context: PageContext
  /// The steps, newest first. On the page of a single book, each step comes with its changes to the book.
  let entries: [(step: HistoryStep, changes: [HistoryChange])]
  /// The book; `nil` for the history of the catalog.
  let book: Book?
  /// The requested number of steps.
  let limit: Int

  /// Returns the complete page.
  func bytes() throws -> [UInt8] {
    let defaultTitle = context.view.hasOwnHistory ? Texts.History.own : Texts.History.heading
    let title = book.map { Texts.History.of($0.title) } ?? defaultTitle
    return try PageFrame(context: context, title: title, section: book == nil ? .history : nil).page { html in
      if let book {
        html.element(.nav, .classes("neighbours"), .with(.ariaLabel, Texts.Edits.book)) {
          $0.link(Texts.BookPage.previous(book.title), to: context.book(book.id))
        }
      }
      html.element(.h1, text: title)
      guard !entries.isEmpty else { return html.element(.p, text: Texts.History.hasNone) }
      try html.element(.ol, .classes("steps")) { html in
        for entry in entries {
          html.line()
          try html.element(.li, .id("s\(entry.step.id)")) { try write(entry.step, entry.changes, to: &$0) }
        }
      }
      if book == nil, entries.count == limit, limit < ListAddress.largestSize {
        html.element(.p) { html in
          html.link(
            Texts.History.earlier,
            to: context.address("history", query: [("limit", String(min(limit * 5, ListAddress.largestSize)))]))
        }
      }
    }
  }

  private func write(_ step: HistoryStep, _ changes: [HistoryChange], to html: inout HTMLWriter) throws {
    if try context.view.tellsChanges(of: step) {
      html.link(step.summary, to: context.address("history", String(step.id)))
    } else {
      html.text(step.summary)
    }
    html.text(" ")
    StepWords(step: step, context: context).write(to: &html)
    if context.mayChange { StepButton(step: step, context: context).write(to: &html) }
    if !changes.isEmpty { ChangeList(changes: changes, own: context.view.own).write(to: &html) }
  }
}

/// The page with the changes that a step made, book by book.
struct StepHTML {
  let context: PageContext
  let changes: StepChanges

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    let step = changes.step
    return PageFrame(context: context, title: Texts.History.step(step.id), section: .history).page { html in
      html.element(.nav, .classes("neighbours"), .with(.ariaLabel, Texts.History.heading)) {
        $0.link(Texts.History.back, to: context.address("history"))
      }
      html.element(.h1, text: step.summary)
      html.element(.p) { StepWords(step: step, context: context).write(to: &$0) }
      if let command = step.command {
        html.element(.p) { html in
          html.sentence(Texts.History.madeBy) { $0.element(.code, text: command) }
        }
      }
      html.element(.p, text: Texts.History.changed(changes.bookCount))
      html.element(.ol, .classes("steps")) { html in
        for book in changes.books {
          html.element(.li) { html in
            html.link(book.title, to: context.book(book.id))
            ChangeList(changes: book.changes, own: context.view.own).write(to: &html)
          }
        }
      }
      let rest = changes.bookCount - changes.books.count
      if rest > 0 { html.element(.p, text: Texts.History.more(rest)) }
      if context.mayChange {
        StepButton(step: step, context: context).write(to: &html)
      } else if step.state == .done {
        html.hint(Texts.History.toUndo, .undo(step.id), in: context)
      }
    }
  }
}

/// The time of a step, the person who made it, and its state.
struct StepWords {
  let step: HistoryStep
  let context: PageContext

  func write(to html: inout HTMLWriter) {
    html.element(.small) { html in
      html.time(step.at)
      if step.isByItself { html.text(Texts.History.automatic) }
      if let person = step.person { html.text(Texts.History.by(person.name)) }
      switch step.state {
      case .done: break
      case .undone, .overtaken: html.element(.em, text: Texts.History.undone)
      case .partlyUndone, .partlyRedone: html.element(.em, text: Texts.History.partlyUndone)
      }
    }
  }
}

/// The changes that a step made to a book, with old and new values side by side.
struct ChangeList {
  let changes: [HistoryChange]
  let own: OwnFields

  func write(to html: inout HTMLWriter) {
    html.element(.dl, .classes("changes")) { html in
      for change in changes {
        html.element(.dt, text: change.subject.text { own.label(of: $0) })
        html.element(.dd) { html in
          guard change.old != nil || change.new != nil else { return }
          if let old = change.old {
            html.element(.span, .classes("before"), text: words(old, change.subject))
            html.text(" → ")
          }
          html.element(
            .span, .classes("after"), text: change.new.map { words($0, change.subject) } ?? Texts.History.fromSources)
        }
      }
    }
  }
  /// Returns a value of the history as pages show it. The history has values as they are typed.
  private func words(_ text: String, _ subject: HistorySubject) -> String {
    guard case .field(let field) = subject else { return text }
    switch own.definition(of: field).kind {
    case _ where field == .readState: return ReadState(rawValue: text)?.label ?? text
    case _ where field == .language: return Texts.language(text)
    case .date: return (try? PartialDate(text)).map(Texts.date) ?? text
    case .line, .text: return text
    default: return text.replacing(" | ", with: ", ")
    }
  }
}
