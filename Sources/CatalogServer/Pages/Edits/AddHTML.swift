import Catalog
import CatalogModel

/// The form for adding a book by hand. Its first field is for bar code scanners, which type the ISBN and press Enter.
struct AddHTML {
  let context: PageContext
  /// The refused form, with the values typed; `nil` if no form was refused.
  let refused: RefusedForm?

  private static let first: [BookField] = [.isbn, .title, .authors, .published, .readState, .tags]

  /// Creates the form.
  ///
  /// - Throws: ``Problem``, 403 if the viewer may not edit books.
  init(_ context: PageContext, refused: RefusedForm? = nil) throws {
    try context.request.requireEditor()
    (self.context, self.refused) = (context, refused)
  }

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    let (viewer, own) = (context.view.viewer, context.view.own)
    return PageFrame(context: context, title: Texts.Edits.addBook, section: .add, kind: "add").page { html in
      html.element(.h1, text: Texts.Edits.addBook)
      if context.asksOnline { OnlineForm(context: context).write(to: &html) }
      html.element(
        .p,
        text: context.asksOnline
          ? Texts.Edits.byHandOrOnline : Texts.Edits.byHand)
      refused?.write(to: &html, in: context)
      if context.readsPhotos {
        FileForm.write(
          to: context.address("add", "photo"), label: Texts.Edits.photo, accepts: "image/*",
          button: Texts.Edits.readPhoto, isPhoto: true, &html)
      }
      html.element(.form, .with(.method, "post"), .action(context.address("add")), .classes("edit")) { html in
        for field in Self.first where EditableFields.contains(field, for: viewer) {
          input(field).write(hasSeen: false, to: &html)
        }
        html.element(.details) { html in
          html.element(.summary, text: Texts.Edits.allFields)
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
          $0.element(.button, .with(.type, "submit"), .classes("main"), text: Texts.Edits.add)
        }
      }
    }
  }

  private func input(_ field: BookField) -> FieldInput {
    var input = FieldInput(field, own: context.view.own)
    input.isFirst = field == .isbn && refused?.subject == nil
    // If the scanned book exists already, leave the field empty, so that the next scan does not append to the old
    // number.
    if field == .isbn, refused?.isOfWhatIsThere == true { return input }
    if field == .isbn { input.text = context["isbn"] }
    return refused?.input(input) ?? input
  }
}
