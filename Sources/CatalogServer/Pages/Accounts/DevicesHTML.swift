import Catalog
import CatalogModel
import Platform

/// The page of a viewer's account, with its device tokens and a button for logging out.
struct DevicesHTML {
  let context: PageContext
  let account: String
  let tokens: [DeviceToken]
  /// The token that was just created, with its secret; `nil` if there is none.
  let fresh: (token: DeviceToken, secret: String)?
  /// The refused form; `nil` if no form was refused.
  var refused: RefusedForm?

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: "Your devices", section: .devices).page { html in
      html.element(.h1, text: "Your devices")
      refused?.write(to: &html, in: context)
      html.element(.p, text: "You are signed in as \(account).")
      html.element(.form, .with(.method, "post"), .action(context.address("logout"))) { html in
        html.element(.button, .with(.type, "submit"), text: "Sign out")
      }
      if let fresh { shown(fresh.token, fresh.secret, &html) }
      html.element(.h2, text: "Device tokens")
      html.element(
        .p,
        text: "E-readers and programs sign in with your name and a device token instead of your password. "
          + "Each device has its own token, which you can remove at any time.")
      if tokens.isEmpty { html.element(.p, text: "No device tokens yet.") } else { list(&html) }
      html.element(.h2, text: "Add a device")
      html.element(.form, .with(.method, "post"), .action(context.address("devices"))) { html in
        html.element(.label, .with(.forID, "name"), text: "Name")
        html.text(" ")
        html.void(
          .input, .id("name"), .with(.name, "name"), .with(.maxlength, "100"), .with(.placeholder, "E-reader"),
          .with(.autocomplete, "off"), .with(.value, refused?.form["name"] ?? ""))
        html.text(" ")
        html.element(.button, .with(.type, "submit"), text: "Create a token")
      }
    }
  }

  private func shown(_ token: DeviceToken, _ secret: String, _ html: inout HTMLWriter) {
    html.element(.section, .with(.role, "status")) { html in
      html.element(.h2, text: "The token of \(token.name)")
      html.element(.p) { $0.element(.code, text: secret) }
      html.element(.p, text: "This token is shown only once. It is not case-sensitive.")
    }
  }

  private func list(_ html: inout HTMLWriter) {
    html.element(.table, .classes("devices")) { html in
      html.element(.caption, text: tokens.count.counted("device"))
      html.element(.thead) { html in
        html.element(.tr) { html in
          for head in ["Name", "Made", "Last used", ""] { html.element(.th, .with(.scope, "col"), text: head) }
        }
      }
      html.element(.tbody) { html in
        for token in tokens { row(token, &html) }
      }
    }
  }

  private func row(_ token: DeviceToken, _ html: inout HTMLWriter) {
    html.element(.tr) { html in
      html.element(.th, .with(.scope, "row"), text: token.name)
      html.element(.td) { $0.time(token.made) }
      html.element(.td, text: token.lastUsed?.description ?? "never")
      html.element(.td) { html in
        html.element(
          .form, .with(.method, "post"), .action(context.address("devices", String(token.id), "remove"))
        ) { html in
          html.element(
            .button, .with(.type, "submit"), .with(.ariaLabel, "Remove \(token.name)"), text: "Remove")
        }
      }
    }
  }
}
