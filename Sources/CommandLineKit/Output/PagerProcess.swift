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
    let process = Self.spawn(pager, reading: pipe.readEnd)
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

  /// The child gets back what this process has changed for itself: signals that it ignores or blocks.
  private static func spawn(_ pager: Pager, reading readEnd: Int32) -> pid_t? {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #elseif canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, readEnd, 0)

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE] + TerminalSignals.all { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let arguments = CStrings(["/bin/sh", "-c", pager.command])
    let environment = CStrings(pager.environment.map { "\($0.key)=\($0.value)" })
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments.pointers, environment.pointers)
    return failure == 0 ? process : nil
  }
}

/// What a key on the terminal sends to every process in the foreground: ignored from here until ``restore()``.
private struct TerminalSignals {
  static let all = [SIGINT, SIGQUIT]

  private let saved: [sigaction]

  init() {
    saved = Self.all.map { number in
      var previous = sigaction()
      sigaction(number, nil, &previous)
      signal(number, SIG_IGN)
      return previous
    }
  }

  func restore() {
    for (number, previous) in zip(Self.all, saved) {
      var previous = previous
      sigaction(number, &previous, nil)
    }
  }
}

/// An array of C strings with a null pointer at its end.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
