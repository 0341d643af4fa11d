import CatalogTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A shell in a real terminal, tmux, with a server of its own that is killed at the end: keys are sent to it, and its screen
/// is looked at.
final class TmuxSession {
  /// What was to be seen, and what was there.
  struct NotSeen: Error, CustomStringConvertible {
    let wanted: String
    let screen: String

    var description: String { "“\(wanted)” was not to be seen in\n\(screen)\n---" }
  }

  /// What the shell says when it waits for a line.
  static let prompt = "shell>"
  private let sandbox: Sandbox
  private let socket: String

  /// - Parameters:
  ///   - sandbox: in whose folder the shell is, with `catalog` on its search path.
  ///   - columns: of the window.
  ///   - rows: of the window.
  ///   - variables: of the environment, beside the sandbox's.
  init(_ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, variables: [String: String] = [:]) throws {
    self.sandbox = sandbox
    socket = sandbox.folder.file("tmux")
    let usual = ["NO_COLOR": "1", "PS1": Self.prompt, "TERM": "xterm"]
    let settings = sandbox.environment(with: usual.merging(variables) { $1 })
      .map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    // Of what has left the window above, more than the usual two thousand lines is kept.
    try tmux(
      "-f", "/dev/null", "set-option", "-g", "history-limit", "20000", ";", "new-session", "-d", "-x", "\(columns)",
      "-y", "\(rows)", "-c", sandbox.folder.path,
      "env -u BASH_ENV \(settings) TERM=$TERM sh -i")
    try see(Self.prompt)
  }

  deinit { _ = try? tmux("kill-server") }

  /// Types a line into the shell.
  func run(_ line: String) throws { try tmux("send-keys", "-l", "--", line + "\n") }

  /// Presses keys by tmux's names for them (`Down`, `PPage`, `C-c`), or letters.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Types text.
  func type(_ text: String) throws { try tmux("send-keys", "-l", "--", text) }

  /// Pastes a text, as a terminal does that marks what is pasted where a program asks for that.
  func paste(_ text: String) throws {
    try tmux("set-buffer", text)
    try tmux("paste-buffer", "-p")
  }

  func resize(columns: Int, rows: Int) throws { try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

  /// What the window shows, without spaces at the ends of lines.
  ///
  /// - Parameter withStyles: whether the escape sequences of colours and styles are told, too.
  func screen(withStyles: Bool = false) throws -> String {
    Self.withoutEndings(try tmux(["capture-pane", "-p"] + (withStyles ? ["-e"] : [])))
  }

  /// A text without the spaces at the ends of its lines.
  private static func withoutEndings(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  /// Empties the window, and forgets what has left it above.
  func clear() throws { try tmux("send-keys", "-R", ";", "clear-history") }

  /// All that was printed since the window was emptied, broken lines made whole again; or where a program has the whole
  /// screen, that.
  func printed() throws -> (text: String, isWholeScreen: Bool) {
    let captured = try tmux("display-message", "-p", "#{alternate_on}", ";", "capture-pane", "-p", "-J", "-S", "-")
    let isWholeScreen = captured.hasPrefix("1")
    return (isWholeScreen ? try screen() : Self.withoutEndings(String(captured.dropFirst(2))), isWholeScreen)
  }

  /// Whether the cursor is shown, the mouse is asked for, and another screen stands over the shell's: 1 or 0 each.
  func modes() throws -> String {
    let modes = try tmux("display-message", "-p", "#{cursor_flag} #{mouse_any_flag} #{alternate_on}")
    return modes.split(separator: "\n").joined()
  }

  /// Starts the browser below a word by which it is seen that the screen of before is back.
  func browse(_ arguments: String = "") throws { try run("clear; echo above; catalog browse \(arguments)") }

  /// Leaves the browser by its key, and waits for the screen of before.
  func leaveBrowser() throws {
    try press("q")
    try see("above", Self.prompt)
  }

  /// Waits until the screen is as wanted, and gives it.
  ///
  /// - Parameters:
  ///   - wanted: for the message when it never is.
  ///   - isThere: whether a screen is.
  @discardableResult
  func wait(for wanted: String, until isThere: (String) -> Bool) throws -> String {
    var patience = ScreenPatience()
    while true {
      let screen = try screen()
      if isThere(screen) { return screen }
      if patience.isOver(at: screen) { throw NotSeen(wanted: wanted, screen: screen) }
      // A screen tells nobody that it changed: it is looked at again, and who draws on it needs the processor.
      usleep(20_000)
    }
  }

  /// Waits until all of these can be seen.
  @discardableResult
  func see(_ texts: String...) throws -> String {
    try wait(for: texts.joined(separator: "”, “")) { screen in texts.allSatisfy(screen.contains) }
  }

  /// Waits until a text can be seen that may be broken into lines.
  func seeMessage(_ text: String) throws {
    try wait(for: text) { $0.split(separator: "\n").joined(separator: " ").contains(text) }
  }

  /// Waits until none of these can be seen.
  @discardableResult
  func lose(_ texts: String...) throws -> String {
    try wait(for: "no more: " + texts.joined(separator: "”, “")) { screen in !texts.contains(where: screen.contains) }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let output = try Pipe()
    let child = try ChildProcess(
      ["/usr/bin/env", "tmux", "-u", "-S", socket] + arguments,
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "HOME": sandbox.folder.path,
      ],
      streams: [
        .file("/dev/null", flags: O_RDONLY), .descriptor(output.writeEnd), .file("/dev/null", flags: O_WRONLY),
      ])
    close(output.writeEnd)
    let received = child.read([output.readEnd])
    let code = child.wait()
    guard code == 0 else { throw ChildProcess.Failure(call: "tmux \(arguments)", code: code) }
    return String(decoding: received[0], as: UTF8.self)
  }
}
