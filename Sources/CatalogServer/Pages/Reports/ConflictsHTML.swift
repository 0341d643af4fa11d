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
    PageFrame(context: context, title: Texts.Sections.conflicts, section: .conflicts).page { html in
      html.element(.h1, text: Texts.Sections.conflicts)
      guard !conflicts.isEmpty else {
        return html.element(.p, text: Texts.Conflicts.hasNone)
      }
      html.element(.p, text: Texts.Conflicts.explanation)
      if conflicts.count < count {
        html.element(.p, text: Texts.Conflicts.first(conflicts.count, of: count))
      }
      for conflict in conflicts { write(conflict, to: &html) }
    }
  }

  private func write(_ conflict: Conflict, to html: inout HTMLWriter) {
    html.element(.section, .classes("pair")) { html in
      html.element(.h2) { html in
        html.link(conflict.title, to: context.book(conflict.book))
        if case .field(let field, _, _, _, _) = conflict.kind {
          html.text(Texts.Conflicts.field(context.view.own.label(of: field)))
        }
      }
      switch conflict.kind {
      case .field(_, let base, let theirs, let mine, let time):
        html.element(.dl, .classes("sides")) { html in
          for (words, value) in [
            (Texts.Conflicts.mine, mine), (Texts.Conflicts.theirs, theirs), (Texts.Conflicts.before, base),
          ] {
            html.element(.div) { html in
              html.element(.dt, text: words)
              html.element(.dd) { $0.paragraphs(value?.description ?? Texts.empty) }
            }
          }
        }
        html.element(.p) { $0.sentence(Texts.Conflicts.edited) { $0.time(time) } }
      case .removal(let source, let since):
        html.element(.p) { $0.sentence(Texts.Conflicts.lost(by: source)) { $0.time(since) } }
      }
      let (book, field) = (conflict.book, conflict.subject.name)
      if context.mayEdit { return decision(book, field, &html) }
      html.hint(
        Texts.Conflicts.toResolve, .resolve(book, field: field, .mine), .resolve(book, field: field, .theirs),
        in: context)
    }
    html.line()
  }

  private func decision(_ book: Book.ID, _ field: String, _ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(context.address("conflicts")), .classes("buttons")) { html in
      html.hidden("book", String(book))
      html.hidden("field", field)
      for (side, words) in [
        (ConflictSide.mine, Texts.Conflicts.keepMine), (.theirs, Texts.Conflicts.useTheirs),
      ] {
        html.element(
          .button, .with(.type, "submit"), .with(.name, "side"), .with(.value, side.rawValue), text: words)
      }
    }
  }
}
