import Platform

/// A program chosen by the user, such as an editor, that takes over the terminal until it ends.
package enum ForegroundProgram {
  /// Runs a shell command with one argument and waits for it to end. If the user suspends the command with Ctrl-Z, this
  /// process is suspended and resumed together with it.
  ///
  /// - Parameters:
  ///   - command: A command as the user would type it. It may include arguments of its own.
  ///   - argument: The argument to append. The shell does not interpret it.
  package static func run(_ command: String, _ argument: String, environment: [String: String]) -> ProgramEnding {
    let signals = TerminalSignals(stops: true)
    defer { signals.restore() }
    let arguments = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", argument]
    switch ChildProgram.spawn(arguments, environment: environment) {
    case .failure(let error): return .notStarted(error.code)
    case .success(let process): return wait(for: process)
    }
  }

  private static func wait(for process: pid_t) -> ProgramEnding {
    while true {
      guard let status = SystemCall.wait(for: process, stops: true) else { return .notStarted(errno) }
      if status & 0xFF == 0x7F {
        // The program was suspended. This process suspends itself as well, so that its parent controls the terminal
        // until the user resumes it.
        raise(SIGSTOP)
        kill(process, SIGCONT)
        continue
      }
      return ProgramEnding(status: status)
    }
  }
}
