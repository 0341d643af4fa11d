import CatalogTestSupport
import Platform

/// A day that is played in a real terminal. Each step of its script is typed, and the output must match the script
/// exactly. The run waits for nothing else.
struct DayRun {
  /// An error for a step whose output differs from the script.
  struct Otherwise: Error, CustomStringConvertible {
    let step: DayScript.Step
    let seen: String

    var description: String {
      """
      after \(step.action.text)
      --- recorded
      \(step.seen?.text ?? "")
      --- seen
      \(seen)
      ---
      (where the new one is right: CATALOG_RECORD_DAYS=1 scripts/test --filter Days, and look at what git shows)
      """
    }
  }

  /// True to record days: the output is written into the scripts for review.
  static let isRecording = getenv("CATALOG_RECORD_DAYS") != nil

  private static let namedKeys: Set = [
    "BSpace", "Down", "End", "Enter", "Escape", "Home", "Left", "NPage", "PPage", "Right", "Space", "Tab", "Up",
  ]

  private let session: TmuxSession
  /// The actions of `Meanwhile:`, by their text.
  private let others: [String: () throws -> Void]
  /// The mask for differences between runs.
  private let mask: DayMask

  /// - Parameters:
  ///   - sandbox: The sandbox, which must be in `/tmp`, since the length of its path is visible in output.
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - variables: Environment variables in addition to the default ones.
  ///   - others: The actions of `Meanwhile:`, by their text.
  init(
    in sandbox: Sandbox, columns: Int, rows: Int, variables: [String: String] = [:],
    others: [String: () throws -> Void] = [:]
  ) throws {
    self.others = others
    mask = DayMask(folder: sandbox.folder.path)
    // The prompt shows the exit code of the last command. There is no pager, since output is compared in full.
    let standard = ["PS1": "$? \(TmuxSession.prompt)", "CATALOG_PAGER": "cat", "CATALOG_DB": ""]
    session = try TmuxSession(
      sandbox, columns: columns, rows: rows, variables: standard.merging(variables) { $1 })
  }

  /// Plays the day in a file of `Tests/Days`, or records it there.
  func live(_ name: String) throws {
    let path = "Tests/Days/\(name).md"
    let script = try DayScript(try Repository.text(of: path))
    let lived = try live(script, isRecording: Self.isRecording)
    if Self.isRecording { try Repository.write(lived.text, to: path) }
  }

  /// Performs the steps of a script in order.
  ///
  /// - Parameter isRecording: True to return the output without comparing it.
  /// - Returns: The script with the actual output.
  @discardableResult
  func live(_ script: DayScript, isRecording: Bool) throws -> DayScript {
    var script = script
    for index in script.steps.indices {
      let step = script.steps[index]
      switch step.action {
      case .explanation: continue
      case .window(let columns, let rows): try session.resize(columns: columns, rows: rows)
      case .meanwhile(let words):
        guard let other = others[words] else {
          throw DayScript.Unreadable(reason: "nobody knows how to do this meanwhile", text: words)
        }
        try other()
      case .keys(let keys): for key in keys { try press(key) }
      case .command(let command):
        try session.clear()
        try session.run(command)
      }
      let isAnswered =
        if case .keys = script.steps[(index + 1)...].first(where: \.action.isTyped)?.action { true } else { false }
      guard step.action.isTyped else { continue }
      if isRecording {
        script.steps[index].seen = try recorded(isAnswered: isAnswered)
      } else {
        try see(step, isAnswered: isAnswered)
      }
    }
    return script
  }

  private func press(_ key: String) throws {
    let isNamed = Self.namedKeys.contains(key) || key.hasPrefix("C-") && key.count == 3
    if isNamed { try session.press(key) } else { try session.type(key) }
  }

  /// Waits for the expected output of a step. A command that has ended prints nothing more.
  private func see(_ step: DayScript.Step, isAnswered: Bool) throws {
    let expected = step.seen ?? DayScript.Seen(text: "", isWholeScreen: false)
    var patience = ScreenPatience()
    while true {
      let (seen, hasEnded) = try seen()
      if seen == expected, seen.isWholeScreen || hasEnded != isAnswered { return }
      if hasEnded || patience.isOver(at: seen.text) { throw Otherwise(step: step, seen: seen.text) }
      // A screen does not announce changes, so it is polled.
      usleep(20_000)
    }
  }

  /// Waits until the shell is back, or until nothing has changed for a while if another program has the terminal.
  private func recorded(isAnswered: Bool) throws -> DayScript.Seen? {
    var (last, unchanged) = (try seen(), 0)
    while !last.hasEnded, unchanged < 100 || !isAnswered && !last.seen.isWholeScreen {
      usleep(20_000)
      let now = try seen()
      unchanged = now == last ? unchanged + 1 : 0
      last = now
    }
    return last.seen.text.isEmpty && !last.seen.isWholeScreen ? nil : last.seen
  }

  /// Returns the contents of the terminal, and true if the shell is ready for the next command.
  private func seen() throws -> (seen: DayScript.Seen, hasEnded: Bool) {
    let (printed, isWholeScreen) = try session.printed()
    if isWholeScreen {
      // The window has one more line than line breaks.
      let screen = printed.hasSuffix("\n") ? String(printed.dropLast()) : printed
      return (DayScript.Seen(text: mask.masked(screen), isWholeScreen: true), false)
    }
    // The first line is the command itself.
    var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    while lines.last?.isEmpty == true { lines.removeLast() }
    var hasEnded = false
    if let last = lines.last, let found = last.firstMatch(of: /(\d+) shell>$/) {
      hasEnded = true
      lines.removeLast()
      // The last output did not end with a line break.
      let rest = last[..<found.range.lowerBound]
      if !rest.isEmpty { lines.append(rest) }
      if found.1 != "0" { lines.append("[\(found.1)]") }
    }
    return (DayScript.Seen(text: mask.masked(lines.joined(separator: "\n")), isWholeScreen: false), hasEnded)
  }
}
