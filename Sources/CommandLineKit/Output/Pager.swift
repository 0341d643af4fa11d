/// A program chosen by the user that shows long output one screen at a time.
package struct Pager: Equatable {
  /// The shell command that runs the pager.
  package let command: String
  /// The environment of the pager.
  package let environment: [String: String]

  /// Creates the pager that the environment selects; `nil` for none.
  ///
  /// Output is paged only on a terminal that can move its cursor. `CATALOG_PAGER` takes precedence over `PAGER`. An
  /// empty value or `cat` means no pager. If neither variable is set, the pager is `less`, provided that it exists in a
  /// folder of `PATH`.
  ///
  /// - Parameter isExecutable: A closure that returns true for the path of an executable file.
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
    // Options of `less`: F exits at once if all the text fits on the screen, R passes colours through, and X leaves the
    // text on the screen.
    self.environment = environment.merging(["LESS": "FRX"]) { own, _ in own }
  }

  /// Calls `body` with the stream for long output. This is the pager's stream, or `output` if there is no pager.
  ///
  /// Returns after the user has quit the pager. If the user quits early, writing throws ``OutputError/closedPipe``
  /// inside `body`. This method does not rethrow that error, because quitting early is normal. Write messages to
  /// standard error only after this method returns; otherwise they would overwrite the pager's screen.
  ///
  /// While the pager runs, this process ignores Ctrl-C and Ctrl-\, which are meant for the pager. In `less`, they stop
  /// a search.
  ///
  /// - Throws: ``OutputError/pagerFailed(command:)`` if the pager does not start, even if `body` throws another error.
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
