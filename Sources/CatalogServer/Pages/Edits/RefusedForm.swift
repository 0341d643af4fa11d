/// A form that was not taken, since something of it cannot be: it comes back with all that was typed, and why.
struct RefusedForm: Sendable {
  let form: FormBody
  let reason: String
  /// Whether it was refused since what it is about is there, or another by now, and not since something of it cannot be.
  let isOfWhatIsThere: Bool

  /// Says that nothing was stored, and why.
  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("notice refused"), .with(.role, "alert")) { html in
      html.element(.p, text: "Nothing was stored. \(reason)")
    }
  }

  /// A field as it was typed, with what was seen of it then; as it is where the form had none of it.
  func input(_ field: FieldInput) -> FieldInput {
    guard let typed = form[field.name] else { return field }
    var field = field
    field.text = typed
    field.seen = form[BookEdit.seenPrefix + field.name] ?? field.seen
    return field
  }
}
