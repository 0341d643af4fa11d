/// The account link in the head of each page: the user's name, or a link to the login page.
struct AccountLink {
  let context: PageContext

  /// Writes the link. Writes nothing if the catalog has no accounts.
  func write(to html: inout HTMLWriter) {
    if let account = context.view.viewer.account {
      html.element(.li) { html in
        guard !context.request.request.client.isOpen else { return html.text(account) }
        html.link(
          account, to: context.address("devices"), .with(.title, "You are logged in as \(account): devices, log out"))
      }
    } else if context.view.viewer.mayLogIn {
      html.element(.li) { $0.link("Log in", to: context.address("login")) }
    }
  }
}
