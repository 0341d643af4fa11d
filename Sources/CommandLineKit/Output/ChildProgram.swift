import Platform

/// Functions that start programs with access to the terminal.
enum ChildProgram {
  /// The `errno` value that explains why a program could not be started.
  struct Failure: Error {
    let code: Int32
  }

  /// Starts a program. Signals that this process ignores or blocks have their default actions in the new process.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program followed by its arguments.
  ///   - input: The descriptor to use as standard input instead of the terminal.
  static func spawn(
    _ arguments: [String], environment: [String: String], reading input: Int32? = nil
  ) -> Result<pid_t, Failure> {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #elseif canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }

    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGTSTP] + TerminalSignals.all { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let texts = CStrings(arguments)
    let environment = CStrings(environment.map { "\($0.key)=\($0.value)" })
    var process: pid_t = 0
    let failure = posix_spawn(&process, arguments[0], &actions, &attributes, texts.pointers, environment.pointers)
    return failure == 0 ? .success(process) : .failure(Failure(code: failure))
  }
}

/// The way in which a program ended.
package enum ProgramEnding: Equatable, Sendable {
  case exited(Int32)
  /// The program was killed by the signal with this number.
  case killed(Int32)
  /// The program could not be started; the value is the system's error number.
  case notStarted(Int32)

  /// Decodes the status that `waitpid(2)` returns for a process that has ended.
  init(status: Int32) { self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F) }
}

/// The signals that keys such as Ctrl-C send to all foreground processes. An instance makes this process ignore the
/// signals until ``restore()`` is called.
struct TerminalSignals {
  static let all = [SIGINT, SIGQUIT]

  private let saved: [(number: Int32, action: sigaction)]

  /// Starts ignoring the signals.
  ///
  /// - Parameter stops: True to ignore Ctrl-Z (`SIGTSTP`) as well. The caller must then stop its own process when its
  ///   child has stopped.
  init(stops: Bool = false) {
    saved = (Self.all + (stops ? [SIGTSTP] : [])).map { number in
      var previous = sigaction()
      sigaction(number, nil, &previous)
      signal(number, SIG_IGN)
      return (number, previous)
    }
  }

  func restore() {
    for (number, action) in saved {
      var previous = action
      sigaction(number, &previous, nil)
    }
  }
}

/// A null-terminated array of C strings.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
