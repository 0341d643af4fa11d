import Catalog
import CatalogModel

/// The form with all fields of a book.
struct EditHTML {
  let context: PageContext
  let book: Book
  /// The refused form, with the values typed; `nil` if no form was refused.
  let refused: RefusedForm?

  /// Creates the form.
  ///
  /// - Throws: ``Problem``, 404 if there is no such book; 403 if the viewer may not change anything.
  init(_ context: PageContext, _ id: Book.ID, refused: RefusedForm? = nil) throws {
    try context.request.requireChanger()
    guard let book = try context.view.book(id) else { throw Problem.notFound }
    (self.context, self.book, self.refused) = (context, book, refused)
  }

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: Texts.Edits.edit(book.title), section: nil, kind: "edit").page { html in
      html.element(.nav, .classes("neighbours"), .with(.ariaLabel, Texts.Edits.book)) {
        $0.link(Texts.BookPage.previous(book.title), to: context.book(book.id, in: context.list))
      }
      html.element(.h1, text: book.title)
      refused?.write(to: &html, in: context)
      html.element(.form, .with(.method, "post"), .action(context.book(book.id, in: context.list)), .classes("edit")) {
        html in
        for group in EditableFields.groups(for: context.view.viewer, own: context.view.own) {
          html.element(.fieldset) { html in
            html.element(.legend, text: group.title)
            for field in group.fields {
              let input = FieldInput(field, of: book, own: context.view.own)
              (refused?.input(input) ?? input).write(hasSeen: true, to: &html)
            }
          }
        }
        html.element(.p, .classes("buttons")) { html in
          html.element(.button, .with(.type, "submit"), .classes("main"), text: Texts.Action.save)
          html.link(Texts.Action.cancel, to: context.book(book.id, in: context.list))
        }
      }
      guard context.mayEdit else { return }
      html.element(
        .form, .with(.method, "post"), .action(context.address("book", String(book.id), "remove"))
      ) { html in
        html.element(.p) { html in
          html.element(.button, .with(.type, "submit"), .classes("danger"), text: Texts.Edits.remove)
          html.element(.small, text: Texts.Edits.fromEveryList)
        }
      }
    }
  }
}
