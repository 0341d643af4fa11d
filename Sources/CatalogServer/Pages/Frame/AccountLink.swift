/// Who is logged in, or how one does, in the head of each page.
struct AccountLink {
  let context: PageContext

  /// Nothing where the catalog has no accounts.
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
