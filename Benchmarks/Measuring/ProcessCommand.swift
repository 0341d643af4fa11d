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
  /// Whether what it says on standard error is seen, even while it is measured.
  var showsMessages = true

  var line: String { ([program] + arguments).joined(separator: " ") }

  /// Runs to the end without output.
  func run() throws {
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard null >= 0 else { throw BenchError(errno: "open", "/dev/null") }
    defer { close(null) }
    try wait(for: try spawn(output: null, messages: showsMessages ? nil : null))
  }

  /// Runs to the end and gives the standard output.
  func output() throws -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw BenchError(errno: "make", "a pipe") }
    defer { close(ends[0]) }
    let process: pid_t
    do {
      defer { close(ends[1]) }
      process = try spawn(output: ends[1], closing: ends[0])
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &piece, piece.count)
      if count > 0 { bytes.append(contentsOf: piece[..<count]) } else if count == 0 || errno != EINTR { break }
    }
    try wait(for: process)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func spawn(output: Int32, messages: Int32? = nil, closing other: Int32? = nil) throws -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let messages { posix_spawn_file_actions_adddup2(&actions, messages, 2) }
    if let other { posix_spawn_file_actions_addclose(&actions, other) }
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

  private func wait(for process: pid_t) throws {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw BenchError(errno: "wait for", line) }
    }
    // The macros WIFEXITED and WEXITSTATUS, which Swift cannot import.
    guard status & 0x7F == 0 else { throw BenchError("\(line) was ended by signal \(status & 0x7F)") }
    let code = (status >> 8) & 0xFF
    guard acceptedCodes.contains(code) else { throw BenchError("\(line) ended with exit code \(code)") }
  }
}
