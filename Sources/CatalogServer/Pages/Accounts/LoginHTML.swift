/// The page to log in.
struct LoginHTML {
  let basePath: String
  /// Where it leads afterwards: an address of ours; empty for the beginning.
  var next = ""
  /// What is the matter; `nil` at first.
  var message: String?
  /// The name as it was typed.
  var name = ""
  /// Why nobody can log in here; `nil` where somebody can.
  var refusal: String?

  /// The whole page.
  func bytes() -> [UInt8] {
    var html = HTMLWriter()
    html.element(.html, .with(.lang, "en")) { html in
      PageHead.write(title: "Log in", basePath: basePath, to: &html)
      html.element(.body, .with(.dataBase, basePath), .with(.dataPage, "login")) { html in
        html.element(.main, .id("main"), .classes("login")) { html in
          html.element(.h1, text: "Log in")
          if let message { html.element(.p, .with(.role, "alert"), text: message) }
          if let refusal { html.element(.p, text: refusal) } else { form(&html) }
        }
      }
    }
    html.line()
    return html.bytes
  }

  private func form(_ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(PageAddress(basePath: basePath, path: ["login"]))) { html in
      field("name", "Name", "text", "username", value: name, &html)
      field("password", "Password", "password", "current-password", value: "", &html)
      html.hidden("next", next)
      html.element(.p) { $0.element(.button, .with(.type, "submit"), text: "Log in") }
    }
  }

  private func field(
    _ name: String, _ label: String, _ type: String, _ kind: String, value: String, _ html: inout HTMLWriter
  ) {
    html.element(.p) { html in
      html.element(.label, .with(.forID, name), text: label)
      html.text(" ")
      html.void(
        .input, .id(name), .with(.name, name), .with(.type, type), .with(.value, value), .with(.autocomplete, kind))
    }
  }
}
