import Catalog
import CatalogModel
import Platform

/// The preview of a merge: the book that is kept, the values that it gets from the others, and the button that merges.
struct MergeHTML {
  let context: PageContext
  /// The books to merge. The first one is kept.
  let books: [Book.ID]
  /// The outcome of the dry run.
  let outcome: ChangeOutcome

  /// Returns the complete page.
  ///
  /// - Throws: ``Problem``, 404 if a book is gone.
  func bytes() throws -> [UInt8] {
    let all = try books.map { id -> Book in
      guard let book = try context.view.book(id) else { throw Problem.notFound }
      return book
    }
    let title = "Merge \(all.count.counted("book"))?"
    return PageFrame(context: context, title: title, section: .duplicates).page { html in
      html.element(.h1, text: title)
      html.element(.p) { html in
        html.text("Kept: ")
        html.link("Book \(all[0].id): \(all[0].title)", to: context.book(all[0].id))
      }
      html.element(.ul) { html in
        for book in all.dropFirst() {
          html.element(.li) { html in
            html.text("Merged into it: ")
            html.link("Book \(book.id): \(book.title)", to: context.book(book.id))
          }
        }
      }
      values(&html)
      html.element(.form, .with(.method, "post"), .action(context.address("duplicates")), .classes("buttons")) { html in
        for book in books { html.hidden("books", String(book)) }
        html.hidden("keep", String(books[0]))
        html.hidden("preview", BulkEdit.preview(of: outcome))
        html.element(
          .button, .with(.type, "submit"), .with(.name, "action"), .with(.value, "merge"), .classes("main"),
          text: "Merge")
        html.link("Cancel", to: context.address("duplicates"))
        html.element(.small, text: "You can undo this.")
      }
    }
  }

  private func values(_ html: inout HTMLWriter) {
    let differences = outcome.differences.filter { $0.book == books[0] }
    guard !differences.isEmpty else {
      return html.element(
        .p, text: "The values of the kept book do not change. The other books disappear from all lists.")
    }
    html.element(.h2, text: "Values that change in the kept book")
    html.element(.dl, .classes("fields")) { html in
      for difference in differences {
        html.element(.dt, text: context.view.own.label(of: difference.field))
        html.element(.dd) { html in
          if let old = difference.old {
            html.element(.span, .classes("before"), text: old.description)
            html.text(" → ")
          }
          html.element(.span, .classes("after"), text: difference.new?.description ?? "empty")
          let sources = difference.from.filter { $0 != books[0] }
          if !sources.isEmpty {
            html.element(.small, text: " from \(sources.map { "book \($0)" }.joined(separator: ", "))")
          }
        }
      }
    }
  }
}
