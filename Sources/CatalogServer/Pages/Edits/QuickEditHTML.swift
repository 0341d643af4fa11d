import Catalog
import CatalogModel

/// A form on the page of a book for the fields that change most often, with a link to the form of all fields.
struct QuickEditHTML {
  let context: PageContext
  let book: Book

  /// Writes the inputs for the day on which the reading began or ended, used if the status changes.
  private func day(_ html: inout HTMLWriter) {
    html.element(.div, .classes("input")) { html in
      html.element(.label, .with(.forID, "mark-on"), text: "On")
      html.element(.span, .classes("days")) { html in
        html.element(.select, .id("mark-on"), .with(.name, BookEdit.dayField)) { html in
          html.option("Today", value: "today", [])
          html.option("Yesterday", value: "yesterday", [])
          html.option("I don’t know when", value: "unknown", [])
        }
        html.element(.label, .with(.forID, "mark-day"), text: "or another day")
        html.void(.input, .id("mark-day"), .with(.name, BookEdit.otherDayField), .with(.type, "date"))
      }
    }
    html.line()
  }

  private static let fields: [BookField] = [.readState, .rating, .tags]

  func write(to html: inout HTMLWriter) {
    let fields = Self.fields.filter { EditableFields.contains($0, for: context.view.viewer) }
    html.element(.section, .classes("steps")) { html in
      html.element(.h2, text: "Edit")
      html.element(.form, .with(.method, "post"), .action(context.book(book.id)), .classes("edit quick")) { html in
        for field in fields {
          var input = FieldInput(field, of: book, own: context.view.own)
          input.hasStars = field == .rating
          input.write(hasSeen: true, to: &html)
          if field == .readState { day(&html) }
        }
        html.element(.p, .classes("buttons")) { html in
          html.element(.button, .with(.type, "submit"), text: "Save")
          html.link("All fields", to: context.address("book", String(book.id), "edit"))
        }
      }
    }
  }
}
