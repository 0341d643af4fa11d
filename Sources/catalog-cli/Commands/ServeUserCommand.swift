import Catalog
import CatalogServer
import CommandLineKit

/// The commands for accounts.
struct ServeUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", meanings: ["users", "account", "accounts", "login", "password"],
    abstract: "Say who may log in to the server.",
    discussion: """
      Once there is an account, only who logs in as an owner is shown what is private; who does not log in reads the rest, or
      nothing with 'serve --require-login'. Whoever uses this machine needs no account. Roles:

        reader   reads
        editor   changes what all see of books
        owner    sees and does everything
        another  reads the books that 'serve --role NAME=QUERY' finds for it, and is not told that there are others

      What is changed here counts at once, also for a server that is running. It is no step of the history, and in no export.
      """,
    examples: [
      Example("catalog serve user add ada --role owner"), Example("catalog serve user list"),
      Example("catalog serve user role ben editor"),
      Example("catalog serve user add kim --role child", "who sees the books of 'serve --role child=QUERY'"),
      Example("catalog serve device add e-reader --user ada"),
    ], group: .sources,
    subcommands: [
      ServeUserAddCommand.self, ServeUserListCommand.self, ServeUserRoleCommand.self, ServeUserPasswordCommand.self,
      ServeUserRemoveCommand.self,
    ])

  var declarations: ArgumentDeclarations { [:] }
}

extension Role: ExpressibleByArgument {
  package static func refusal(of argument: String) -> String {
    "is not reader, editor, owner, or another name of letters, digits and hyphens, at most 50 bytes"
  }
}

extension Diagnostics {
  /// Notes the books that an account with a user-defined role can see, because the role's name may be misspelled.
  func noteBooks(of account: Account) {
    guard case .limited(let name) = account.role else { return }
    note("\(quoted(account.name)) sees the books of 'serve --role \(name)=QUERY', and else none")
  }
}
