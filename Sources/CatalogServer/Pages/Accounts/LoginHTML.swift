/// The login page.
struct LoginHTML {
  let basePath: String
  /// The address on this site to return to after the login; empty for the start page.
  var next = ""
  /// A message about the last attempt; `nil` before the first attempt.
  var message: String?
  /// The name typed in the last attempt.
  var name = ""
  /// The reason why nobody can log in here; `nil` if logging in is possible.
  var refusal: String?

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    var html = HTMLWriter()
    html.element(.html, .with(.lang, Texts.language)) { html in
      PageHead.write(title: Texts.Action.signIn, basePath: basePath, to: &html)
      html.element(.body, .with(.dataBase, basePath), .with(.dataPage, "login")) { html in
        html.element(.main, .id("main"), .classes("login")) { html in
          html.element(.h1, text: Texts.Action.signIn)
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
      field("name", Texts.Account.name, "text", "username", value: name, &html)
      field("password", Texts.Account.password, "password", "current-password", value: "", &html)
      html.hidden("next", next)
      html.element(.p) { $0.element(.button, .with(.type, "submit"), text: Texts.Action.signIn) }
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
