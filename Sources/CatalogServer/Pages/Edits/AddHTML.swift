import Catalog
import CatalogModel

/// The form by which a book is added by hand. A scanner of bar codes types into the field that comes first, and ends with Enter.
struct AddHTML {
  let context: PageContext
  /// What was typed before, where that was not taken.
  let refused: RefusedForm?

  private static let first: [BookField] = [.isbn, .title, .authors, .published, .readState, .tags]

  /// - Throws: ``Problem``, 403 where the viewer may change nothing.
  init(_ context: PageContext, refused: RefusedForm? = nil) throws {
    try context.request.requireEditor()
    (self.context, self.refused) = (context, refused)
  }

  /// The whole page.
  func bytes() -> [UInt8] {
    let (viewer, own) = (context.view.viewer, context.view.own)
    return PageFrame(context: context, title: "Add a book", section: nil, kind: "add").page { html in
      html.element(.h1, text: "Add a book")
      if context.asksOnline { OnlineForm(context: context).write(to: &html) }
      html.element(
        .p, text: context.asksOnline ? "Or by hand: a title will do, or an ISBN." : "A title will do, or an ISBN.")
      refused?.write(to: &html)
      html.element(.form, .with(.method, "post"), .action(context.address("add")), .classes("edit")) { html in
        for field in Self.first where EditableFields.contains(field, for: viewer) {
          input(field).write(hasSeen: false, to: &html)
        }
        html.element(.details) { html in
          html.element(.summary, text: "All fields")
          for group in EditableFields.groups(for: viewer, own: own) {
            html.element(.fieldset) { html in
              html.element(.legend, text: group.title)
              for field in group.fields where !Self.first.contains(field) {
                input(field).write(hasSeen: false, to: &html)
              }
            }
          }
        }
        html.element(.p, .classes("buttons")) {
          $0.element(.button, .with(.type, "submit"), .classes("main"), text: "Add it")
        }
      }
    }
  }

  private func input(_ field: BookField) -> FieldInput {
    var input = FieldInput(field, own: context.view.own)
    input.isFirst = field == .isbn
    // The next scan is another book, and not what stands behind one that is there already.
    if field == .isbn, refused?.isOfWhatIsThere == true { return input }
    return refused?.input(input) ?? input
  }
}
