#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A question to the person at the terminal.
package struct Question {
  package let console: Console

  package init(console: Console) {
    self.console = console
  }

  /// Whether there is a person to ask.
  package var canBeAsked: Bool { isatty(0) == 1 && console.isTerminal }

  /// What is typed, in small letters.
  package func answer(to question: String) throws -> String {
    try output(of: question)
    return readLine()?.lowercased() ?? ""
  }

  /// Whether the person agrees, as who only presses Enter does; `true` where nobody can be asked.
  ///
  /// - Parameter what: “Get 204 sample books”.
  package func agrees(to what: String) throws -> Bool {
    guard canBeAsked else { return true }
    // The end of the input is no agreement.
    try output(of: "\(what)? [Y/n]")
    guard let answer = readLine()?.lowercased() else { return false }
    return ["", "y", "yes"].contains(answer)
  }

  private func output(of question: String) throws {
    try console.output.flush()
    try? console.diagnostics.stream.write("\(VisibleText.forTerminal(question)) ")
    try? console.diagnostics.stream.flush()
  }
}

/// Asks before much is changed at once. Only where a person can answer; elsewhere `--yes` has to say it.
package struct Confirmation {
  package let console: Console
  package let isGiven: Bool

  package init(console: Console, isGiven: Bool) {
    self.console = console
    self.isGiven = isGiven
  }

  /// - Parameter what: “Change 12 books”.
  /// - Throws: ``ValidationError`` where nobody can be asked; ``ExitCode`` when the answer is no.
  package func require(_ what: String) throws {
    if isGiven { return }
    let question = Question(console: console)
    guard question.canBeAsked else {
      throw ValidationError("\(what.lowercased()): add --yes to do it without being asked")
    }
    let answer = try question.answer(to: "\(what)? [y/N]")
    guard answer == "y" || answer == "yes" else {
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
  }
}
