import Catalog
import CatalogModel

/// A form on the page of a book for the fields that change most often, with a link to the form of all fields.
struct QuickEditHTML {
  let context: PageContext
  let book: Book

  private static let fields: [BookField] = [.readState, .rating, .tags]

  func write(to html: inout HTMLWriter) {
    let fields = Self.fields.filter { EditableFields.contains($0, for: context.view.viewer) }
    html.element(.section, .classes("steps")) { html in
      html.element(.h2, text: "Edit")
      html.element(.form, .with(.method, "post"), .action(context.book(book.id)), .classes("edit quick")) { html in
        for field in fields { FieldInput(field, of: book, own: context.view.own).write(hasSeen: true, to: &html) }
        html.element(.p, .classes("buttons")) { html in
          html.element(.button, .with(.type, "submit"), text: "Save")
          html.link("All fields", to: context.address("book", String(book.id), "edit"))
        }
      }
    }
  }
}
