import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The pages for changing several books: the form, and the preview.
struct BulkEditHTML {
  /// The maximum number of differences in the preview.
  private static let shownDifferences = 10

  let context: PageContext
  /// The query that finds the books; `nil` if they are listed.
  let query: String?
  let books: [Book.ID]

  /// Creates the pages.
  ///
  /// - Throws: ``Problem``, 403 if the viewer may not change anything.
  init(_ context: PageContext, query: String?, books: [Book.ID]) throws {
    try context.request.requireChanger()
    (self.context, self.query, self.books) = (context, query, books)
  }

  /// Returns the form.
  ///
  /// - Parameter refused: The refused form, with the values typed; `nil` if no form was refused.
  func form(_ refused: RefusedForm? = nil) throws -> [UInt8] {
    let count = try books.isEmpty ? context.view.count(of: BookQuery(query ?? "")) : books.count
    return PageFrame(context: context, title: Texts.BulkEdits.change(count), section: nil).page { html in
      html.element(.h1, text: Texts.BulkEdits.change(count))
      html.element(.p, text: which)
      refused?.write(to: &html, in: context)
      html.element(
        .form, .with(.method, "post"), .action(context.address("edit", query: context.list.items)), .classes("edit")
      ) { html in
        hidden(&html)
        html.hidden("dryRun", "1")
        input("field", Texts.BulkEdits.field, &html) { html in
          html.element(.select, .id("f-field"), .with(.name, "field")) { html in
            let own = context.view.own
            for field in EditableFields.groups(for: context.view.viewer, own: own).flatMap(\.fields) {
              html.option(
                own.label(of: field), value: own.name(of: field),
                Self.selected(own.name(of: field), refused?.form["field"] ?? own.name(of: .tags)))
            }
          }
        }
        input("action", Texts.BulkEdits.action, &html) { html in
          html.element(.select, .id("f-action"), .with(.name, "action")) { html in
            for (words, action) in [
              (Texts.BulkEdits.add, BulkEdit.Action.add), (Texts.BulkEdits.remove, .remove),
              (Texts.BulkEdits.replace, .set),
            ] {
              html.option(
                words, value: action.rawValue, Self.selected(action.rawValue, refused?.form["action"] ?? ""))
            }
          }
        }
        html.element(.p, text: Texts.BulkEdits.onlyLists)
        input("value", Texts.BulkEdits.value, &html) { html in
          html.void(
            .input, .id("f-value"), .with(.name, "value"), .with(.type, "text"), .with(.autocomplete, "off"),
            .with(.value, refused?.form["value"] ?? ""))
        }
        buttons(Texts.BulkEdits.preview, &html)
      }
    }
  }

  /// Returns the preview of a change, with the button that applies the change.
  func preview(_ outcome: ChangeOutcome, of form: FormBody) -> [UInt8] {
    let own = context.view.own
    let title =
      outcome.books.isEmpty ? Texts.BulkEdits.changesNothing : Texts.BulkEdits.isChangeWanted(outcome.books.count)
    return PageFrame(context: context, title: title, section: nil).page { html in
      html.element(.h1, text: title)
      html.element(.p, text: which)
      html.element(.ol, .classes("steps")) { html in
        for difference in outcome.differences.prefix(Self.shownDifferences) {
          html.element(.li) { html in
            html.link(difference.title, to: context.book(difference.book))
            html.text(Texts.BulkEdits.of(own.label(of: difference.field)))
            html.element(.span, .classes("before"), text: difference.old?.description ?? Texts.empty)
            html.text(" → ")
            html.element(.span, .classes("after"), text: difference.new?.description ?? Texts.empty)
          }
        }
      }
      let rest = outcome.differences.count - Self.shownDifferences
      if rest > 0 { html.element(.p, text: Texts.BulkEdits.more(rest)) }
      html.element(
        .form, .with(.method, "post"), .action(context.address("edit", query: context.list.items)), .classes("edit")
      ) { html in
        hidden(&html)
        for name in ["field", "action", "value"] {
          html.hidden(name, form[name] ?? "")
        }
        html.hidden("preview", BulkEdit.preview(of: outcome))
        buttons(outcome.books.isEmpty ? nil : Texts.BulkEdits.apply, &html)
      }
    }
  }

  /// The list from which the form was opened.
  private var list: ListParameters { query.map { ListParameters(query: $0, sort: context["sort"]) } ?? context.list }

  private static func selected(_ value: String, _ current: String) -> [HTMLAttribute] {
    value == current ? [.with(.selected, "selected")] : []
  }

  private var which: String {
    guard let query else { return Texts.BulkEdits.selected }
    return query.isEmpty ? Texts.BulkEdits.all : Texts.BulkEdits.matching(query)
  }

  private func hidden(_ html: inout HTMLWriter) {
    if let query { html.hidden("query", query) }
    for book in books {
      html.hidden("books", String(book))
    }
  }

  private func input(
    _ name: String, _ label: String, _ html: inout HTMLWriter, _ write: (inout HTMLWriter) -> Void
  ) {
    html.element(.div, .classes("input")) { html in
      html.element(.label, .with(.forID, "f-\(name)"), text: label)
      write(&html)
    }
  }

  private func buttons(_ words: String?, _ html: inout HTMLWriter) {
    html.element(.p, .classes("buttons")) { html in
      if let words { html.element(.button, .with(.type, "submit"), .classes("main"), text: words) }
      html.link(Texts.Action.cancel, to: context.address(of: list))
    }
  }
}
