import CatalogServer
import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes a password that somebody makes up: typed twice, unseen, or the first line of standard input.
struct NewPassword {
  let console: Console

  /// The hash of it.
  ///
  /// - Parameter name: whose it is.
  /// - Throws: ``ValidationError`` where there is none, or it was typed in two ways; `InvalidValue` for what can be none;
  ///   `CancellationError` on Ctrl-C.
  func hash(for name: String) throws -> String {
    // Before anybody types one that nothing can be done with.
    try PasswordHash.load()
    let password = Password(console: console, isOnStandardInput: true)
    let first = try password.read(for: name)
    if isatty(0) == 1, try password.ask("Again: ") != first {
      throw ValidationError("the two passwords differ: nothing was changed")
    }
    return try PasswordHash.make(of: first)
  }
}
