/// A form that uploads a file. The page's script also accepts files dropped on the page.
enum FileForm {
  /// Writes the form.
  ///
  /// - Parameters:
  ///   - address: The address that receives the file.
  ///   - accepts: The file types to offer.
  ///   - isPhoto: True to let a telephone take a photograph instead of choosing a file.
  ///   - more: Writes the hidden fields.
  static func write(
    to address: PageAddress, label: String, accepts: String, button: String, isPhoto: Bool = false,
    _ html: inout HTMLWriter, more: (inout HTMLWriter) -> Void = { _ in }
  ) {
    html.element(
      .form, .with(.method, "post"), .action(address), .with(.enctype, UploadRule.form), .classes("edit file")
    ) { html in
      // Write the hidden fields before the file, so that the server receives them first.
      more(&html)
      html.element(.div, .classes("input")) { html in
        html.element(.label, .with(.forID, "f-file"), text: label)
        let attributes: [HTMLAttribute] = [
          .id("f-file"), .with(.name, "file"), .with(.type, "file"), .with(.accept, accepts),
          .with(.required, "required"),
        ]
        html.void(.input, attributes + (isPhoto ? [.with(.capture, "environment")] : []))
      }
      html.element(.p, .classes("buttons")) {
        $0.element(.button, .with(.type, "submit"), text: button)
      }
    }
  }
}
