/// A day with the catalog, written as Markdown for people to read. It contains the typed input and the complete output.
///
/// In a `console` fence, `$ ` begins a command, which is followed by its output. A line with `[3]` alone is a nonzero
/// exit code. A `Keys:` paragraph lists keys, each in backticks, by tmux's names (`Enter`, `C-c`) or as text to type.
/// The fence after it contains the expected output: `screen` if a program uses the whole screen, else `console` with
/// everything since the command. A `Window:` paragraph changes the size of the terminal (`80×24`), and `Meanwhile:`
/// names another user's action. All other paragraphs are explanations.
struct DayScript: Equatable {
  enum Action: Equatable {
    case explanation(String)
    case window(columns: Int, rows: Int)
    case meanwhile(String)
    case keys([String])
    case command(String)
  }

  struct Step: Equatable {
    let action: Action
    /// The output after keys or a command.
    var seen: Seen?
  }

  /// The visible output at one moment.
  struct Seen: Equatable {
    /// The lines without trailing spaces.
    var text: String
    /// True if a program uses the whole screen, false if the shell prints below earlier output.
    var isWholeScreen: Bool
  }

  struct Unreadable: Error, CustomStringConvertible {
    let reason: String
    let text: String

    var description: String { "\(reason): \(text)" }
  }

  var steps: [Step] = []

  private static let screenFence = "```screen"
  private static let consoleFence = "```console"
  private static let fenceEnd = "```"

  init(_ text: String) throws {
    var paragraph: [String] = []
    var fence: [String]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""] {
      if let lines = fence {
        fence = line == Self.fenceEnd ? nil : lines + [line]
        if fence == nil { try take(fence: lines) }
      } else if line == Self.screenFence || line == Self.consoleFence {
        try take(paragraph: &paragraph)
        fence = [line]
      } else if line.isEmpty {
        try take(paragraph: &paragraph)
      } else {
        paragraph.append(line)
      }
    }
    if let fence { throw Unreadable(reason: "a fence has no end", text: fence.joined(separator: "\n")) }
  }

  private mutating func take(paragraph: inout [String]) throws {
    guard !paragraph.isEmpty else { return }
    steps.append(Step(action: try Action(paragraph: paragraph.joined(separator: "\n"))))
    paragraph = []
  }

  /// - Parameter fence: The opening line of the fence and the lines inside it.
  private mutating func take(fence: [String]) throws {
    let isWholeScreen = fence[0] == Self.screenFence
    var output = fence.dropFirst()
    if isWholeScreen || output.first?.hasPrefix("$ ") != true {
      switch steps.last?.action {
      case .keys, .command:
        steps[steps.count - 1].seen = Seen(text: output.joined(separator: "\n"), isWholeScreen: isWholeScreen)
      default: throw Unreadable(reason: "what is seen follows keys or a command", text: fence.joined(separator: "\n"))
      }
      return
    }
    while let command = output.popFirst() {
      let lines = output.prefix { !$0.hasPrefix("$ ") }
      output = output.dropFirst(lines.count)
      steps.append(
        Step(
          action: .command(String(command.dropFirst(2))),
          seen: Seen(text: lines.joined(separator: "\n"), isWholeScreen: false)))
    }
  }

  /// The script as Markdown.
  var text: String {
    var blocks: [String] = []
    var isInConsole = false
    for step in steps {
      if case .command(let command) = step.action {
        let seen = step.seen.map { $0.isWholeScreen || $0.text.isEmpty ? "" : "\n\($0.text)" } ?? ""
        let line = "$ \(command)\(seen)\n\(Self.fenceEnd)"
        if isInConsole, let last = blocks.popLast() {
          blocks.append(last.dropLast(Self.fenceEnd.count) + line)
        } else {
          blocks.append("\(Self.consoleFence)\n\(line)")
        }
      } else {
        blocks.append(step.action.text)
      }
      isInConsole = if case .command = step.action { step.seen?.isWholeScreen != true } else { false }
      guard !isInConsole, let seen = step.seen else { continue }
      let fence = seen.isWholeScreen ? Self.screenFence : Self.consoleFence
      blocks.append("\(fence)\n\(seen.text)\n\(Self.fenceEnd)")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

extension DayScript.Action {
  private static let window = "Window: "
  private static let meanwhile = "Meanwhile: "
  private static let keys = "Keys: "

  /// True if the step is a command or keys, followed by output.
  var isTyped: Bool {
    switch self {
    case .keys, .command: true
    case .explanation, .window, .meanwhile: false
    }
  }

  init(paragraph: String) throws {
    if paragraph.hasPrefix(Self.window) {
      let size = paragraph.dropFirst(Self.window.count).split(separator: "×").compactMap { Int($0) }
      guard size.count == 2 else {
        throw DayScript.Unreadable(reason: "a window's size is given as 80×24", text: paragraph)
      }
      self = .window(columns: size[0], rows: size[1])
    } else if paragraph.hasPrefix(Self.meanwhile) {
      self = .meanwhile(String(paragraph.dropFirst(Self.meanwhile.count)))
    } else if paragraph.hasPrefix(Self.keys) {
      let parts = paragraph.split(separator: "`", omittingEmptySubsequences: false)
      guard parts.count > 1, parts.count % 2 == 1 else {
        throw DayScript.Unreadable(reason: "keys stand in backticks", text: paragraph)
      }
      self = .keys(parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) })
    } else {
      self = .explanation(paragraph)
    }
  }

  /// The paragraph of the step.
  var text: String {
    switch self {
    case .explanation(let text): text
    case .window(let columns, let rows): "\(Self.window)\(columns)×\(rows)"
    case .meanwhile(let name): Self.meanwhile + name
    case .keys(let keys): Self.keys + keys.map { "`\($0)`" }.joined(separator: " ")
    case .command(let command): command
    }
  }
}
