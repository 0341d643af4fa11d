import Catalog
import CatalogModel

/// The routes for logging in and out with a browser.
struct AccountRoutes {
  let accounts: ServedAccounts

  var routes: [Route] {
    [
      Route(.get, "/login", summary: "Returns the login page.") { .now(LoginGate.page(page($0))) },
      Route(.post, "/login", summary: "Logs in with the name and password that the login page sends.") {
        try logIn($0)
      },
      Route(.post, "/logout", summary: "Logs out.") { logOut($0) },
    ]
  }

  private func page(_ request: RoutedRequest) -> LoginHTML {
    let next = ReturnAddress(request.request.target["next"], basePath: request.basePath)
    var page = LoginHTML(basePath: request.basePath, next: next.text)
    let viewer = request.viewer
    if let account = viewer.account { page.message = Texts.Account.isSignedIn(account) }
    if request.request.client.isOpen {
      page.refusal = Problem.openPassword.detail
    } else if accounts.isReadOnly {
      page.refusal = Self.readOnly.detail
    } else if viewer.account == nil, !viewer.mayLogIn {
      page.refusal = Texts.Account.hasNoAccounts
    }
    return page
  }

  private func logIn(_ request: RoutedRequest) throws -> Answer {
    let client = request.request.client
    guard !client.isOpen else { throw Problem.openPassword }
    guard !accounts.isReadOnly else { throw Self.readOnly }
    let form = try FormBody(request.request)
    let (name, password) = (form["name"] ?? "", form["password"] ?? "")
    let next = ReturnAddress(form["next"], basePath: request.basePath)
    let old = SessionCookie.secret(request.request.fields)
    return .later {
      do {
        let login = try await accounts.login(name, password, from: client.address)
        // Every login makes a new secret, so a secret planted in the browser before the login (session fixation) is
        // useless.
        let secret = try await accounts.beginSession(login, inPlaceOf: old)
        return .leading(to: next.page(basePath: request.basePath).text, cookie: SessionCookie.field(secret))
      } catch let problem as Problem where problem.status == 401 || problem.status == 429 {
        var fields = problem.fields
        if problem.status == 401 { fields.set("WWW-Authenticate", LoginChallenge.quiet) }
        let page = LoginHTML(
          basePath: request.basePath, next: next.text, message: problem.detail, name: name)
        return LoginGate.page(page, status: problem.status, fields: fields)
      }
    }
  }

  private func logOut(_ request: RoutedRequest) -> Answer {
    let secret = SessionCookie.secret(request.request.fields)
    return .later {
      if let secret, !request.request.client.isOpen { try await accounts.endSession(secret) }
      let goal = PageAddress(basePath: request.basePath, path: []).text
      return .leading(to: goal, cookie: request.request.client.isOpen ? nil : SessionCookie.clearing)
    }
  }

  private static let readOnly = Problem(
    503, detail: "The catalog is open read-only, so browsers cannot log in. Use a device token.")
}
