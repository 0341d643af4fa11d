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
    PageFrame(context: context, title: Texts.Account.devices, section: .devices).page { html in
      html.element(.h1, text: Texts.Account.devices)
      refused?.write(to: &html, in: context)
      html.element(.p, text: Texts.Account.isSignedIn(account))
      html.element(.form, .with(.method, "post"), .action(context.address("logout"))) { html in
        html.element(.button, .with(.type, "submit"), text: Texts.Action.signOut)
      }
      if let fresh { shown(fresh.token, fresh.secret, &html) }
      html.element(.h2, text: Texts.Account.tokens)
      html.element(
        .p, text: Texts.Account.aboutTokens)
      if tokens.isEmpty { html.element(.p, text: Texts.Account.hasNoTokens) } else { list(&html) }
      html.element(.h2, text: Texts.Account.addDevice)
      html.element(.form, .with(.method, "post"), .action(context.address("devices"))) { html in
        html.element(.label, .with(.forID, "name"), text: Texts.Account.name)
        html.text(" ")
        html.void(
          .input, .id("name"), .with(.name, "name"), .with(.maxlength, "100"),
          .with(.placeholder, Texts.Account.deviceExample),
          .with(.autocomplete, "off"), .with(.value, refused?.form["name"] ?? ""))
        html.text(" ")
        html.element(.button, .with(.type, "submit"), text: Texts.Account.createToken)
      }
    }
  }

  private func shown(_ token: DeviceToken, _ secret: String, _ html: inout HTMLWriter) {
    html.element(.section, .with(.role, "status")) { html in
      html.element(.h2, text: Texts.Account.token(of: token.name))
      html.element(.p) { $0.element(.code, text: secret) }
      html.element(.p, text: Texts.Account.isShownOnce)
    }
  }

  private func list(_ html: inout HTMLWriter) {
    html.element(.table, .classes("devices")) { html in
      html.element(.caption, text: Texts.Account.count(tokens.count))
      html.element(.thead) { html in
        html.element(.tr) { html in
          for head in [Texts.Account.name, Texts.Account.made, Texts.Account.lastUsed, ""] {
            html.element(.th, .with(.scope, "col"), text: head)
          }
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
      html.element(.td, text: token.lastUsed?.description ?? Texts.Account.never)
      html.element(.td) { html in
        html.element(
          .form, .with(.method, "post"), .action(context.address("devices", String(token.id), "remove"))
        ) { html in
          html.element(
            .button, .with(.type, "submit"), .with(.ariaLabel, Texts.Account.remove(token.name)),
            text: Texts.Action.remove)
        }
      }
    }
  }
}
