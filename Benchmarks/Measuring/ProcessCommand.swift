#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A command line that is run as a whole process. Its output goes nowhere while it is measured; messages stay visible.
struct ProcessCommand {
  /// A path, or a name that is looked for in `PATH`.
  let program: String
  let arguments: [String]
  /// The exit codes that are no failure.
  var acceptedCodes: Set<Int32> = [0]
  /// Variables that are set besides those of this process.
  var environment: [(name: String, value: String)] = []
  /// True if the output on standard error is shown, even during a measurement.
  var showsMessages = true

  /// True if a folder in `PATH` contains a program with this name.
  static func isInstalled(_ name: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  var line: String { ([program] + arguments).joined(separator: " ") }

  /// Runs to the end without output.
  func run() throws { try start().wait() }

  /// Starts without output and goes on.
  func start() throws -> RunningProcess {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { throw BenchError(errno: "open", "/dev/null") }
    defer { close(null) }
    return RunningProcess(id: try spawn(output: null, messages: showsMessages ? nil : null), command: self)
  }

  /// Runs to the end and gives the standard output.
  func output() throws -> String {
    let ends = try Self.pipe()
    defer { close(ends.read) }
    let process: RunningProcess
    do {
      defer { close(ends.write) }
      process = RunningProcess(id: try spawn(output: ends.write), command: self)
    }
    let text = String(decoding: try FileReader.bytes(of: ends.read, line), as: UTF8.self)
    try process.wait()
    return text
  }

  /// Starts with both its standard input and its output in our hands.
  func converse() throws -> Conversation {
    let toChild = try Self.pipe()
    let fromChild = try Self.pipe()
    defer {
      close(toChild.read)
      close(fromChild.write)
    }
    let id = try spawn(output: fromChild.write, input: toChild.read)
    return Conversation(RunningProcess(id: id, command: self), input: toChild.write, output: fromChild.read)
  }

  /// Starts with a terminal as its standard input, output and error.
  func start(atTerminal terminal: Int32) throws -> RunningProcess {
    RunningProcess(id: try spawn(output: terminal, messages: terminal, input: terminal), command: self)
  }

  /// A pipe whose ends no other program inherits.
  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let result = Glibc.pipe(&ends)
    #else
      let result = Darwin.pipe(&ends)
    #endif
    guard result == 0 else { throw BenchError(errno: "make", "a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private func spawn(output: Int32, messages: Int32? = nil, input: Int32? = nil) throws -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, 0) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let messages { posix_spawn_file_actions_adddup2(&actions, messages, 2) }
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let result: Int32
    if environment.isEmpty {
      result = posix_spawnp(&process, program, &actions, nil, &words, environ)
    } else {
      var variables = environment.map { strdup("\($0.name)=\($0.value)") } + Self.inherited() + [nil]
      defer { for variable in variables { free(variable) } }
      result = posix_spawnp(&process, program, &actions, nil, &words, &variables)
    }
    guard result == 0 else {
      throw BenchError("cannot run \(program): \(String(cString: strerror(result)).lowercased())")
    }
    return process
  }

  private static func inherited() -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      copies.append(strdup(variable))
      next += 1
    }
    return copies
  }
}
