import Catalog

@testable import CatalogServer

/// A viewer whose answers are recorded: the credentials, and the connection on which the viewer sends requests.
struct RecordedViewer: Sendable {
  enum Connection: String, CaseIterable { case https, http, local }

  /// The server that the viewer asks.
  enum Server {
    /// A catalog with accounts.
    case family
    /// A server of this catalog on whose machine anyone may edit.
    case editable
    /// A server of this catalog that requires a login.
    case closed
    /// A copy of the catalog without accounts.
    case alone
  }

  enum Credentials: Sendable {
    case none
    /// A device token of an account, as a bearer or as the password that e-readers send.
    case token(String)
    case basicToken(String)
    /// A token that no account has.
    case unknownToken
    /// The cookie of Rita, who has logged in with a browser.
    case cookie
    /// An account that a trusted proxy names.
    case proxy(String)
  }

  let name: String
  let connection: Connection
  var server = Server.family
  var credentials = Credentials.none
  /// True if the viewer sends only the first requests, because the rights equal those of another viewer.
  var isBrief = false

  /// The viewer as the file of answers names it.
  var label: String { "\(name)/\(connection.rawValue)" }

  /// The accounts with their roles. The roles of Kim and Tess see only some books, and Lou's role is unknown to the
  /// server.
  static let accounts: [(name: String, role: Role)] = [
    ("Ada", .owner), ("Olga", .owner), ("Ed", .editor), ("Rita", .reader), ("Ben", .reader), ("Kim", .limited("child")),
    ("Tess", .limited("teen")), ("Lou", .limited("lost")),
  ]

  /// The queries of the limited roles. The second one uses a user-defined field and a personal value.
  static let roles = ["child=tag:children", "teen=-shelf:cellar -is:abandoned"]

  static let all: [RecordedViewer] =
    [
      RecordedViewer(name: "guest", connection: .https),
      RecordedViewer(name: "reader", connection: .https, credentials: .token("Rita")),
      RecordedViewer(name: "editor", connection: .https, credentials: .token("Ed")),
      RecordedViewer(name: "owner", connection: .https, credentials: .token("Ada")),
      RecordedViewer(name: "child", connection: .https, credentials: .token("Kim")),
      RecordedViewer(name: "teen", connection: .https, credentials: .token("Tess")),
      RecordedViewer(name: "lost", connection: .https, credentials: .token("Lou")),
      RecordedViewer(name: "anyone", connection: .https, server: .alone),
      RecordedViewer(name: "guest", connection: .http),
      RecordedViewer(name: "reader", connection: .http, credentials: .token("Rita")),
      RecordedViewer(name: "owner", connection: .http, credentials: .token("Ada")),
      RecordedViewer(name: "child", connection: .http, credentials: .token("Kim")),
      RecordedViewer(name: "user", connection: .local),
      RecordedViewer(name: "editing-user", connection: .local, server: .editable),
      RecordedViewer(name: "owner", connection: .local, credentials: .token("Ada")),
      RecordedViewer(name: "editor", connection: .http, credentials: .token("Ed"), isBrief: true),
      RecordedViewer(name: "teen", connection: .http, credentials: .token("Tess"), isBrief: true),
      RecordedViewer(name: "lost", connection: .http, credentials: .token("Lou"), isBrief: true),
      RecordedViewer(name: "anyone", connection: .http, server: .alone, isBrief: true),
      RecordedViewer(name: "editor", connection: .local, credentials: .token("Ed"), isBrief: true),
      RecordedViewer(name: "child", connection: .local, credentials: .token("Kim"), isBrief: true),
      RecordedViewer(name: "anyone", connection: .local, server: .alone, isBrief: true),
    ]
    + [Connection.https, .http].flatMap { connection in
      [
        RecordedViewer(name: "e-reader", connection: connection, credentials: .basicToken("Ben"), isBrief: true),
        RecordedViewer(name: "second-owner", connection: connection, credentials: .token("Olga"), isBrief: true),
        RecordedViewer(name: "browser", connection: connection, credentials: .cookie, isBrief: true),
        RecordedViewer(name: "proxied", connection: connection, credentials: .proxy("Ed"), isBrief: true),
        RecordedViewer(name: "stranger", connection: connection, credentials: .unknownToken, isBrief: true),
        RecordedViewer(name: "shut-out", connection: connection, server: .closed, isBrief: true),
      ]
    }

  /// True if the viewer also sends the requests whose answers take long.
  var asksAll: Bool { ["guest/http", "reader/https", "owner/https"].contains(label) }

  /// The viewers who try to change the catalog: one for each set of rights.
  static let changers = all.filter { viewer in
    [
      "guest/https", "reader/https", "editor/https", "owner/https", "second-owner/https", "child/https", "teen/https",
      "lost/https", "anyone/https", "reader/http", "owner/http", "user/local", "editing-user/local", "owner/local",
    ].contains(viewer.label)
  }
}
