import CatalogTestSupport
import Platform

/// A shell in a real terminal (tmux) with its own tmux server, which is killed at the end. Tests send keys to it and
/// read its screen.
final class TmuxSession {
  /// An error with the expected text and the actual screen.
  struct NotSeen: Error, CustomStringConvertible {
    let expected: String
    let screen: String

    var description: String { "“\(expected)” was not to be seen in\n\(screen)\n---" }
  }

  /// The prompt of the shell.
  static let prompt = "shell>"
  private let sandbox: Sandbox
  private let socket: String

  /// - Parameters:
  ///   - sandbox: The sandbox in whose folder the shell runs, with `catalog` on its search path.
  ///   - columns: The width of the window.
  ///   - rows: The height of the window.
  ///   - variables: Environment variables in addition to the sandbox's.
  init(_ sandbox: Sandbox, columns: Int = 80, rows: Int = 24, variables: [String: String] = [:]) throws {
    self.sandbox = sandbox
    socket = sandbox.folder.file("tmux")
    let defaults = ["NO_COLOR": "1", "PS1": Self.prompt, "TERM": "xterm"]
    let settings = sandbox.environment(with: defaults.merging(variables) { $1 })
      .map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    // Keeps more than the default of two thousand lines that have scrolled off the window.
    try tmux(
      "-f", "/dev/null", "set-option", "-g", "history-limit", "20000", ";", "new-session", "-d", "-x", "\(columns)",
      "-y", "\(rows)", "-c", sandbox.folder.path,
      "env -u BASH_ENV \(settings) TERM=$TERM sh -i")
    try see(Self.prompt)
  }

  deinit { _ = try? tmux("kill-server") }

  /// Types a line into the shell.
  func run(_ line: String) throws { try tmux("send-keys", "-l", "--", line + "\n") }

  /// Presses keys, given by their tmux names (`Down`, `PPage`, `C-c`) or as letters.
  func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

  /// Types a text.
  func type(_ text: String) throws { try tmux("send-keys", "-l", "--", text) }

  /// Pastes a text. The terminal marks it as pasted if the program has requested bracketed paste.
  func paste(_ text: String) throws {
    try tmux("set-buffer", text)
    try tmux("paste-buffer", "-p")
  }

  func resize(columns: Int, rows: Int) throws { try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)") }

  /// Returns the contents of the window without trailing spaces.
  ///
  /// - Parameter withStyles: True to include the escape sequences of colors and styles.
  func screen(withStyles: Bool = false) throws -> String {
    Self.withoutEndings(try tmux(["capture-pane", "-p"] + (withStyles ? ["-e"] : [])))
  }

  /// Returns a text without trailing spaces in its lines.
  private static func withoutEndings(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }.joined(separator: "\n")
  }

  /// Clears the window and its scrollback.
  func clear() throws { try tmux("send-keys", "-R", ";", "clear-history") }

  /// Returns everything printed since the window was cleared, with wrapped lines joined. If a program uses the whole
  /// screen, returns the screen.
  func printed() throws -> (text: String, isWholeScreen: Bool) {
    let captured = try tmux("display-message", "-p", "#{alternate_on}", ";", "capture-pane", "-p", "-J", "-S", "-")
    let isWholeScreen = captured.hasPrefix("1")
    return (isWholeScreen ? try screen() : Self.withoutEndings(String(captured.dropFirst(2))), isWholeScreen)
  }

  /// Returns the modes of the cursor, the mouse and the alternate screen, each 1 or 0.
  func modes() throws -> String {
    let modes = try tmux("display-message", "-p", "#{cursor_flag} #{mouse_any_flag} #{alternate_on}")
    return modes.split(separator: "\n").joined()
  }

  /// Starts the browser below a word that shows when the previous screen is back.
  func browse(_ arguments: String = "") throws { try run("clear; echo above; catalog browse \(arguments)") }

  /// Quits the browser by its key and waits for the previous screen.
  func leaveBrowser() throws {
    try press("q")
    try see("above", Self.prompt)
  }

  /// Waits until the screen meets a condition and returns it.
  ///
  /// - Parameters:
  ///   - condition: A description of the condition for the error message.
  ///   - isThere: A closure that returns true if a screen meets the condition.
  @discardableResult
  func wait(for condition: String, until isThere: (String) -> Bool) throws -> String {
    var patience = ScreenPatience()
    while true {
      let screen = try screen()
      if isThere(screen) { return screen }
      if patience.isOver(at: screen) { throw NotSeen(expected: condition, screen: screen) }
      // A screen does not announce changes, so it is polled. The sleep leaves the processor to the program that draws.
      usleep(20_000)
    }
  }

  /// Waits until all of these texts are visible.
  @discardableResult
  func see(_ texts: String...) throws -> String {
    try wait(for: texts.joined(separator: "”, “")) { screen in texts.allSatisfy(screen.contains) }
  }

  /// Waits until a text is visible, which may be wrapped.
  func seeMessage(_ text: String) throws {
    try wait(for: text) { $0.split(separator: "\n").joined(separator: " ").contains(text) }
  }

  /// Waits until none of these texts is visible.
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
