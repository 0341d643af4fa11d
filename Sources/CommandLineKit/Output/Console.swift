/// The output of a command: standard output, messages on standard error, their settings, and the environment.
package struct Console: Sendable {
  package let environment: [String: String]
  package let output: StandardStream
  package let outputSettings: TerminalSettings
  package let diagnostics: Diagnostics

  /// A console with automatic colours, for use before the options are known.
  package static let standard = Console(color: .auto)

  package init(color: ColorChoice) {
    let environment = ProcessEnvironment.variables
    func settings(_ stream: StandardStream, _ descriptor: Int32) -> TerminalSettings {
      TerminalSettings(
        environment: environment, isTerminal: stream.isTerminal, color: color,
        windowColumns: TerminalSettings.windowColumns(of: descriptor))
    }
    self.environment = environment
    output = .standardOutput
    outputSettings = settings(.standardOutput, 1)
    diagnostics = Diagnostics(
      stream: .standardError, settings: settings(.standardError, 2), output: .standardOutput)
  }

  /// True if standard output is a terminal.
  package var isTerminal: Bool { outputSettings.isTerminal }

  /// True if standard error is a terminal. Hints and footers are useful only in this case.
  package var hasReader: Bool { diagnostics.settings.isTerminal }

  /// Writes text unchanged. Control characters in book data must be made visible before the call.
  package func print(_ text: String) throws { try output.write(text) }

  /// Writes a line that may contain book data. On a terminal, control characters are made visible, and a hint at the
  /// end of a line that is too wide moves to the next line.
  package func line(_ text: String, style: Style = .plain) throws {
    let visible =
      isTerminal ? withHintBelow(VisibleText.forTerminal(text), width: outputSettings.width) : text
    try output.write(style.applied(to: visible, when: outputSettings.usesColor) + "\n")
  }

  /// Writes long output through the pager if there is one.
  package func paged(_ body: (StandardStream) throws -> Void) throws {
    try Pager.page(to: output, settings: outputSettings, environment: environment, body: body)
  }

}
