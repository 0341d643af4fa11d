import Catalog
import CatalogJSON
import CatalogModel
import Platform

/// The page with the conflicts between edited values and sources. It shows the user's value and the source's value side
/// by side.
struct ConflictsHTML {
  let context: PageContext
  let conflicts: [Conflict]
  let count: Int

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: "Conflicts", section: .conflicts).page { html in
      html.element(.h1, text: "Conflicts")
      guard !conflicts.isEmpty else {
        return html.element(.p, text: "No conflicts. No source contradicts your edits.")
      }
      html.element(
        .p, text: "Sources have changed these values since you edited them. Your values are shown until you decide.")
      if conflicts.count < count {
        html.element(.p, text: "The first \(conflicts.count.grouped) of \(count.grouped).")
      }
      for conflict in conflicts { write(conflict, to: &html) }
    }
  }

  private func write(_ conflict: Conflict, to html: inout HTMLWriter) {
    html.element(.section, .classes("pair")) { html in
      html.element(.h2) { html in
        html.link(conflict.title, to: context.book(conflict.book))
        if case .field(let field, _, _, _, _) = conflict.kind {
          html.text(": \(context.view.own.label(of: field))")
        }
      }
      switch conflict.kind {
      case .field(_, let base, let theirs, let mine, let time):
        html.element(.dl, .classes("sides")) { html in
          for (words, value) in [("My value", mine), ("The source", theirs), ("Before my edit", base)] {
            html.element(.div) { html in
              html.element(.dt, text: words)
              html.element(.dd) { $0.paragraphs(value?.description ?? "empty") }
            }
          }
        }
        html.element(.p) { html in
          html.text("You edited this ")
          html.time(time)
          html.text(".")
        }
      case .removal(let source, let since):
        html.element(.p) { html in
          html.text("You edited this book, and \(source) no longer has it (since ")
          html.time(since)
          html.text(").")
        }
      }
      let (book, field) = (conflict.book, conflict.subject.name)
      if context.mayEdit { return decision(book, field, &html) }
      html.hint(
        "To resolve:", .resolve(book, field: field, .mine), .resolve(book, field: field, .theirs), in: context)
    }
    html.line()
  }

  private func decision(_ book: Book.ID, _ field: String, _ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(context.address("conflicts")), .classes("buttons")) { html in
      html.hidden("book", String(book))
      html.hidden("field", field)
      for (side, words) in [(ConflictSide.mine, "Keep mine"), (.theirs, "Use the source’s")] {
        html.element(
          .button, .with(.type, "submit"), .with(.name, "side"), .with(.value, side.rawValue), text: words)
      }
    }
  }
}
