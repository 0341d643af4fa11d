/// Shows long output a screen at a time, in the program a person has chosen for it.
package struct Pager: Equatable {
  /// A shell command.
  package let command: String
  /// The environment it runs in.
  package let environment: [String: String]

  /// The pager to use, or nil for none.
  ///
  /// Only a terminal that moves its cursor is paged. `CATALOG_PAGER` is asked before `PAGER`; the first that is set
  /// decides, an empty one and `cat` mean none. With neither set it is `less`, if `PATH` has it.
  ///
  /// - Parameter isExecutable: whether there is a program at this path.
  package init?(settings: TerminalSettings, environment: [String: String], isExecutable: (String) -> Bool) {
    guard settings.movesCursor else { return nil }
    if let chosen = environment["CATALOG_PAGER"] ?? environment["PAGER"] {
      let command = chosen.drop { $0 == " " }
      guard !command.isEmpty, command != "cat" else { return nil }
      self.command = String(command)
    } else {
      let folders = environment["PATH", default: ""].split(separator: ":")
      guard folders.contains(where: { isExecutable("\($0)/less") }) else { return nil }
      command = "less"
    }
    // F leaves at once when all fits on the screen, R passes colours on, X leaves the text on the screen.
    self.environment = environment.merging(["LESS": "FRX"]) { own, _ in own }
  }

  /// Runs `body` with the stream to write long output to: the pager's, or `output` itself where there is none.
  ///
  /// Returns when the person has left the pager. Leaving before everything was written ends the writing with
  /// ``OutputError/closedPipe`` inside `body`, and that error ends here: it is how one leaves. Messages to standard
  /// error wait until this returns, or they would stand in the middle of the pager's screen.
  ///
  /// While the pager runs, Ctrl-C and Ctrl-\ are the pager's: `less` stops searching, it does not end the command.
  ///
  /// - Throws: ``OutputError/pagerFailed(command:)`` when the pager does not start, whatever `body` throws otherwise.
  package static func page(
    to output: StandardStream, settings: TerminalSettings, environment: [String: String],
    body: (StandardStream) throws -> Void
  ) throws {
    try output.flush()
    let pager = Pager(settings: settings, environment: environment, isExecutable: PagerProcess.isExecutable)
    guard let pager else {
      try body(output)
      return try output.flush()
    }
    let process = try PagerProcess(pager)
    let result = Result {
      try body(process.stream)
      try process.stream.flush()
    }
    let hasRun = process.wait()
    guard hasRun else { throw OutputError.pagerFailed(command: pager.command) }
    do {
      try result.get()
    } catch OutputError.closedPipe {
      return
    }
  }
}
