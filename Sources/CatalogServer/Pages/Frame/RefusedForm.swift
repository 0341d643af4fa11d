import Catalog

/// A form that was refused. It is shown again with the values typed and the reason.
struct RefusedForm: Sendable {
  let form: FormBody
  let reason: String
  /// The name of the field whose value is invalid; `nil` if the reason is another one.
  var subject: String?
  /// The book that the reason is about; `nil` if there is none.
  var book: Book.ID?
  /// True if the form conflicts with existing data, such as a book that already exists; false if a value is invalid.
  let isOfWhatIsThere: Bool

  /// Writes a notice that nothing was stored, with the reason.
  func write(to html: inout HTMLWriter, in context: PageContext) {
    html.element(.div, .classes("notice refused"), .with(.role, "alert")) { html in
      html.element(.p, text: Texts.Problems.refused(reason))
      if let book { html.link(Texts.Problems.showBook, to: context.book(book)) }
    }
  }
}
