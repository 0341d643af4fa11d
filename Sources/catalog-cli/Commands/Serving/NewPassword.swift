import CatalogServer
import CommandLineKit
import Platform

/// A reader of a new password. The user types it twice without echo, or it is the first line of standard input.
struct NewPassword {
  let console: Console

  /// Reads a password and returns its hash.
  ///
  /// - Parameter name: The name of the account, shown to the user.
  /// - Throws: ``ValidationError`` if there is no password or the two entries differ; `InvalidValue` for an
  ///   unacceptable password; `CancellationError` on Ctrl-C.
  func hash(for name: String) throws -> String {
    // Fails before the user types a password if the system cannot hash passwords.
    try PasswordHash.load()
    let password = Password(console: console, isOnStandardInput: true)
    let first = try password.read(for: name)
    // Rejects an unacceptable password before the user types it again.
    let hash = try PasswordHash.make(of: first)
    if isatty(0) == 1, try password.ask("Again: ") != first {
      throw ValidationError("the two passwords differ; nothing was changed")
    }
    return hash
  }
}
