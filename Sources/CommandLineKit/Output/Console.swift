/// What a command talks through: its two streams, how each is written to, and the environment.
package struct Console: Sendable {
  package let environment: [String: String]
  package let output: StandardStream
  package let outputSettings: TerminalSettings
  package let diagnostics: Diagnostics

  /// As the process was started, without regard to options.
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

  /// Whether a person reads the output.
  package var isTerminal: Bool { outputSettings.isTerminal }

  /// Whether a person reads along, so that hints and footers are welcome.
  package var hasReader: Bool { diagnostics.settings.isTerminal }

  /// Writes text that holds nothing of books, or is made visible already.
  package func print(_ text: String) throws { try output.write(text) }

  /// Writes a line that may hold text of books.
  package func line(_ text: String, style: Style = .plain) throws {
    let visible = isTerminal ? VisibleText.forTerminal(text) : text
    try output.write(style.applied(to: visible, when: outputSettings.usesColor) + "\n")
  }

  /// Writes long output through the pager, where there is one.
  package func paged(_ body: (StandardStream) throws -> Void) throws {
    try Pager.page(to: output, settings: outputSettings, environment: environment, body: body)
  }

}
