#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running pager: a child process that reads from a pipe and shows on the terminal what it reads.
package final class PagerProcess {
  /// Where to write what it shows.
  package let stream: StandardStream

  private let writeEnd: Int32
  private let process: pid_t
  private let signals: TerminalSignals

  /// - Throws: ``OutputError/pagerFailed(command:)`` when no process could be made.
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

  /// Ends the pager's input and waits until the person has left it. Comes once.
  ///
  /// - Returns: false when the shell could not run the command (exit status 126 or 127; POSIX, Shell, 2.8.2).
  package func wait() -> Bool {
    close(writeEnd)
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    signals.restore()
    let hasExited = status & 0x7F == 0
    return !(hasExited && [126, 127].contains(status >> 8 & 0xFF))
  }

  package static func isExecutable(_ path: String) -> Bool {
    access(path, X_OK) == 0
  }

  /// Both ends close by themselves in every child: a child that kept the write end would keep the pager waiting.
  private static func makePipe() -> (readEnd: Int32, writeEnd: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
