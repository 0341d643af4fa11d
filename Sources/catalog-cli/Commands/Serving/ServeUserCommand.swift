import Catalog
import CatalogServer
import CommandLineKit

/// The commands for accounts.
struct ServeUserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user", meanings: ["users", "account", "accounts", "login", "password"],
    abstract: "Manage the accounts that can log in to the server.",
    discussion: """
      Once there is an account, only people who log in as an owner see private data. Without a login, people see the
      rest, or nothing with 'serve --require-login'. On this computer, no account is needed. Roles:

        reader   sees all books
        editor   also edits the shared data of books
        owner    sees and changes everything
        (other)  sees only the books of 'serve --role NAME=QUERY', with no trace of other books

      Changes apply at once, even to a running server. They are not part of the history or of exports.
      """,
    examples: [
      Example("catalog serve user add ada --role owner"), Example("catalog serve user list"),
      Example("catalog serve user role ben editor"),
      Example("catalog serve user add kim --role child", "sees only the books of 'serve --role child=QUERY'"),
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
    "is not reader, editor, owner, or a name of letters, digits and hyphens with at most 50 bytes"
  }
}

extension Diagnostics {
  /// Prints a note about the books that an account with a limited role can see. The user may have misspelled the role's
  /// name.
  func noteBooks(of account: Account) {
    guard case .limited(let name) = account.role else { return }
    note("\(account.name) sees only the books of --role \(name)=QUERY, and none if the server starts without it")
  }
}
