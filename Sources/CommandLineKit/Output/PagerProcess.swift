import Platform

/// A running pager: a child process that reads from a pipe and shows the text on the terminal.
package final class PagerProcess {
  /// The stream for the text that the pager shows.
  package let stream: StandardStream

  private let writeEnd: Int32
  private let process: pid_t
  private let signals: TerminalSignals

  /// Starts a pager.
  ///
  /// - Throws: ``OutputError/pagerFailed(command:)`` if the pipe or the process cannot be created.
  package init(_ pager: Pager) throws(OutputError) {
    guard let pipe = Self.makePipe() else { throw .pagerFailed(command: pager.command) }
    let signals = TerminalSignals()
    let process = try? ChildProgram.spawn(
      ["/bin/sh", "-c", pager.command], environment: pager.environment, reading: pipe.readEnd
    ).get()
    close(pipe.readEnd)
    guard let process else {
      close(pipe.writeEnd)
      signals.restore()
      throw .pagerFailed(command: pager.command)
    }
    self.process = process
    self.signals = signals
    writeEnd = pipe.writeEnd
    stream = StandardStream(descriptor: pipe.writeEnd, name: "the pager", isTerminal: true)
  }

  /// Ends the pager's input and waits until the user has quit the pager. Call this exactly once.
  ///
  /// - Returns: False if the shell could not run the command (exit status 126 or 127; POSIX, Shell, 2.8.2).
  package func wait() -> Bool {
    close(writeEnd)
    let ending = SystemCall.wait(for: process).map(ProgramEnding.init(status:))
    signals.restore()
    return ending != .exited(126) && ending != .exited(127)
  }

  package static func isExecutable(_ path: String) -> Bool {
    access(path, X_OK) == 0
  }

  /// Creates a pipe whose ends are closed automatically in child processes. If a child kept the write end open, the
  /// pager would never see the end of its input.
  private static func makePipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
