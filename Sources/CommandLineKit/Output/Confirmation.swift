import Platform

/// A question to the user at the terminal.
package struct Question {
  package let console: Console

  package init(console: Console) {
    self.console = console
  }

  /// True if a user at a terminal can answer.
  package var isInteractive: Bool { isatty(0) == 1 && console.isTerminal }

  /// Asks the question and returns the typed answer in lower case.
  package func answer(to question: String) throws -> String {
    try output(of: question)
    return readLine()?.lowercased() ?? ""
  }

  /// Asks for consent. Returns true if the user agrees or just presses Enter. Also returns true if there is no terminal
  /// at which to ask.
  ///
  /// - Parameter what: The action that needs consent, such as “Get 204 sample books”.
  package func agrees(to what: String) throws -> Bool {
    guard isInteractive else { return true }
    // End of input is not consent.
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

/// A request for confirmation before many books are changed. It is made only at a terminal; without a terminal, the
/// command requires `--yes`.
package struct Confirmation {
  package let console: Console
  package let isGiven: Bool

  package init(console: Console, isGiven: Bool) {
    self.console = console
    self.isGiven = isGiven
  }

  /// Asks for confirmation unless the user has passed `--yes`.
  ///
  /// - Parameter what: The action to confirm, such as “Change 12 books”.
  /// - Throws: ``ValidationError`` if there is no terminal at which to ask; ``ExitCode`` if the answer is no.
  package func require(_ what: String) throws {
    if isGiven { return }
    let question = Question(console: console)
    guard question.isInteractive else {
      throw ValidationError("this would \(what.lowercased()); add --yes to confirm")
    }
    let answer = try question.answer(to: "\(what)? [y/N]")
    guard answer == "y" || answer == "yes" else {
      console.diagnostics.line("nothing was changed")
      throw ExitCode.failure
    }
  }
}
