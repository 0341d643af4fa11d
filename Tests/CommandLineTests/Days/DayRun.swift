import CatalogTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A day that is lived in a real terminal: each step of its script is typed, and what is seen must be what the script has,
/// whole. Nothing is waited for but that.
struct DayRun {
  /// A step after which something else was seen.
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

  /// Whether days are recorded anew: what is seen is written into the scripts, for a person to look at.
  static let isRecording = getenv("CATALOG_RECORD_DAYS") != nil

  private static let namedKeys: Set = [
    "BSpace", "Down", "End", "Enter", "Escape", "Home", "Left", "NPage", "PPage", "Right", "Space", "Tab", "Up",
  ]

  private let session: TmuxSession
  /// What `Meanwhile:` does, by its words.
  private let others: [String: () throws -> Void]
  /// What differs between runs, made equal.
  private let mask: DayMask

  /// - Parameters:
  ///   - sandbox: in `/tmp`: the length of its path is seen.
  ///   - columns: of the window.
  ///   - rows: of the window.
  ///   - variables: of the environment, beside the usual ones.
  ///   - others: what is done meanwhile, by its words.
  init(
    in sandbox: Sandbox, columns: Int, rows: Int, variables: [String: String] = [:],
    others: [String: () throws -> Void] = [:]
  ) throws {
    self.others = others
    mask = DayMask(folder: sandbox.folder.path)
    // The shell says how the command before ended; no program is to page what is compared whole.
    let usual = ["PS1": "$? \(TmuxSession.prompt)", "CATALOG_PAGER": "cat", "CATALOG_DB": ""]
    session = try TmuxSession(
      sandbox, columns: columns, rows: rows, variables: usual.merging(variables) { $1 })
  }

  /// Lives the day that a file of `Tests/Days` has, or records it there.
  func live(_ name: String) throws {
    let path = "Tests/Days/\(name).md"
    let script = try DayScript(try Repository.text(of: path))
    let lived = try live(script, isRecording: Self.isRecording)
    if Self.isRecording { try Repository.write(lived.text, to: path) }
  }

  /// Does the steps of a script, one after the other.
  ///
  /// - Parameter isRecording: whether what is seen is not compared, but told.
  /// - Returns: the script with what was seen.
  @discardableResult
  func live(_ script: DayScript, isRecording: Bool) throws -> DayScript {
    var script = script
    for place in script.steps.indices {
      let step = script.steps[place]
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
        if case .keys = script.steps[(place + 1)...].first(where: \.action.isTyped)?.action { true } else { false }
      guard step.action.isTyped else { continue }
      if isRecording {
        script.steps[place].seen = try recorded(isAnswered: isAnswered)
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

  /// Waits for what a step is to show. A command that has ended shows nothing more.
  private func see(_ step: DayScript.Step, isAnswered: Bool) throws {
    let wanted = step.seen ?? DayScript.Seen(text: "", isWholeScreen: false)
    var patience = ScreenPatience()
    while true {
      let (seen, hasEnded) = try seen()
      if seen == wanted, seen.isWholeScreen || hasEnded != isAnswered { return }
      if hasEnded || patience.isOver(at: seen.text) { throw Otherwise(step: step, seen: seen.text) }
      // A screen tells nobody that it changed.
      usleep(20_000)
    }
  }

  /// Waits until the shell is back, or nothing has changed for a while where something else has the terminal.
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

  /// What the terminal shows, and whether the shell waits for the next command.
  private func seen() throws -> (seen: DayScript.Seen, hasEnded: Bool) {
    let (printed, isWholeScreen) = try session.printed()
    if isWholeScreen {
      // The window has one line below each of its rows' ends.
      let screen = printed.hasSuffix("\n") ? String(printed.dropLast()) : printed
      return (DayScript.Seen(text: mask.masked(screen), isWholeScreen: true), false)
    }
    // The command itself comes first.
    var lines = printed.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    while lines.last?.isEmpty == true { lines.removeLast() }
    var hasEnded = false
    if let last = lines.last, let found = last.firstMatch(of: /(\d+) shell>$/) {
      hasEnded = true
      lines.removeLast()
      // What was printed last had no end of its line.
      let rest = last[..<found.range.lowerBound]
      if !rest.isEmpty { lines.append(rest) }
      if found.1 != "0" { lines.append("[\(found.1)]") }
    }
    return (DayScript.Seen(text: mask.masked(lines.joined(separator: "\n")), isWholeScreen: false), hasEnded)
  }
}
