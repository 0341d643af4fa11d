/// A form that was refused: it comes back with all that was typed, and with the reason.
struct RefusedForm: Sendable {
  let form: FormBody
  let reason: String
  /// True if it was refused because of what is there, such as a book that exists already, and not because of a value.
  let isOfWhatIsThere: Bool

  /// Writes that nothing was stored, and why.
  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("notice refused"), .with(.role, "alert")) { html in
      html.element(.p, text: "Nothing was stored. \(reason)")
    }
  }
}
