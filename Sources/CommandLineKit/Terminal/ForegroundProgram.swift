#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program of the user's that has the terminal until it ends, such as an editor.
package enum ForegroundProgram {
  /// How it ended.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    /// By a signal of this number.
    case killed(Int32)
    /// It could not be started, for this reason of the system's.
    case notStarted(Int32)
  }

  /// Runs a command of the shell with one argument, and waits until it has ended. Where the user stops it, this process
  /// stops with it, and goes on with it.
  ///
  /// - Parameters:
  ///   - command: a command as people type it, with words of its own.
  ///   - argument: stands behind it, and is no part of what the shell reads.
  package static func run(_ command: String, _ argument: String, environment: [String: String]) -> Ending {
    let signals = TerminalSignals(stops: true)
    defer { signals.restore() }
    let arguments = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", argument]
    switch ChildProgram.spawn(arguments, environment: environment) {
    case .failure(let error): return .notStarted(error.code)
    case .success(let process): return wait(for: process)
    }
  }

  private static func wait(for process: pid_t) -> Ending {
    while true {
      var status: Int32 = 0
      guard waitpid(process, &status, WUNTRACED) == process else {
        if errno == EINTR { continue }
        return .notStarted(errno)
      }
      if status & 0xFF == 0x7F {
        // It was stopped: whoever started us is to have the terminal, until we are let go on.
        raise(SIGSTOP)
        kill(process, SIGCONT)
        continue
      }
      return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
    }
  }
}
