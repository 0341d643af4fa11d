#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Asks before much is changed at once. Only where a person can answer; elsewhere `--yes` has to say it.
struct Confirmation {
  let console: Console
  let isGiven: Bool

  /// - Parameter what: “Change 12 books”.
  /// - Throws: ``ValidationError`` where nobody can be asked; ``ExitCode`` when the answer is no.
  func require(_ what: String) throws {
    if isGiven { return }
    guard isatty(0) == 1, console.isTerminal else {
      throw ValidationError("\(what.lowercased()): add --yes to do it without being asked")
    }
    try console.output.flush()
    try? console.diagnostics.stream.write("\(what)? [y/N] ")
    try? console.diagnostics.stream.flush()
    let answer = readLine()?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
  }
}
