/// A form that sends a file. Its script takes files that are dropped on the page, too.
enum FileForm {
  /// - Parameters:
  ///   - address: where it is sent.
  ///   - accepts: the kinds of files that are offered.
  ///   - more: writes what is sent along.
  static func write(
    to address: PageAddress, label: String, accepts: String, button: String, _ html: inout HTMLWriter,
    more: (inout HTMLWriter) -> Void = { _ in }
  ) {
    html.element(
      .form, .with(.method, "post"), .action(address), .with(.enctype, UploadRule.form), .classes("edit file")
    ) { html in
      // What stands before the file is there before the file is.
      more(&html)
      html.element(.div, .classes("input")) { html in
        html.element(.label, .with(.forID, "f-file"), text: label)
        html.void(
          .input, .id("f-file"), .with(.name, "file"), .with(.type, "file"), .with(.accept, accepts),
          .with(.required, "required"))
      }
      html.element(.p, .classes("buttons")) {
        $0.element(.button, .with(.type, "submit"), text: button)
      }
    }
  }
}
