import CatalogTestSupport
import Platform

/// The output and the exit code of a run of the executable.
struct Outcome: Equatable, CustomStringConvertible {
  var output = ""
  var errors = ""
  /// The exit code, or the negated number of a signal.
  var code: Int32 = 0

  /// Returns a success with this output and nothing on standard error.
  static func prints(_ output: String) -> Outcome { Outcome(output: output) }

  /// Returns a failure with nothing on standard output.
  static func fails(_ code: Int32, _ errors: String) -> Outcome { Outcome(errors: errors, code: code) }

  var description: String {
    "exit code \(code)\n--- standard output\n\(output)--- standard error\n\(errors)---"
  }

  /// The outcome with times and UUIDs, which differ on every run, replaced with `TIME` and `UUID`.
  var masked: Outcome {
    Outcome(output: output.masked, errors: errors.masked, code: code)
  }
}

extension String {
  var masked: String {
    self
      .replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "TIME")
      .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "UUID")
  }
}

/// A folder with its own home and catalog in which the built executable runs as a user runs it.
final class Sandbox: Sendable {
  let folder: TemporaryFolder

  /// The path of the executable, which the build puts next to the tests.
  static let executable: String = {
    let tests = CommandLine.arguments[0]
    var folder = tests.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    // On Apple platforms the tests are inside a bundle.
    while folder.contains(where: { $0.hasSuffix(".xctest") }) { folder.removeLast() }
    let path = (folder + ["catalog"]).joined(separator: "/")
    return String(cString: realpath(path, nil) ?? strdup(path))
  }()

  init(_ folder: TemporaryFolder = TemporaryFolder()) {
    self.folder = folder
    for name in ["home", "tmp"] { mkdir(folder.file(name), 0o700) }
  }

  /// Creates a sandbox with these books in the catalog, imported from a file `shelf.jsonl`.
  convenience init(shelf: String) throws {
    self.init()
    try folder.write("shelf.jsonl", shelf)
    let outcome = try run("import", "shelf.jsonl")
    guard outcome.code == 0 else { throw ChildProcess.Failure(call: outcome.description, code: outcome.code) }
  }

  /// The environment of commands. Nothing of the tests' own environment is passed on.
  var environment: [String: String] {
    [
      "PATH": "\(Self.executable.dropLast("/catalog".count)):/usr/local/bin:/usr/bin:/bin", "TZ": "UTC",
      "LANG": "C.UTF-8", "HOME": folder.file("home"), "TMPDIR": folder.file("tmp"), "CATALOG_DB": "catalog.db",
    ]
  }

  /// Runs `catalog` with these arguments in the sandbox's folder.
  ///
  /// - Parameters:
  ///   - input: The contents of standard input.
  ///   - variables: Environment variables in addition to the default ones. An empty value unsets a variable.
  func run(_ arguments: String..., input: String = "", variables: [String: String] = [:]) throws -> Outcome {
    try start(arguments, input: input, variables: variables).finish()
  }

  /// Runs an `sh` script in the sandbox's folder with `catalog` on the search path.
  func shell(_ script: String) throws -> Outcome {
    let (out, err) = (try Pipe(), try Pipe())
    let child = try ChildProcess(
      ["/bin/sh", "-c", "cd \"$0\" || exit\n" + script, folder.path], environment: environment,
      streams: [.file("/dev/null", flags: O_RDONLY), .descriptor(out.writeEnd), .descriptor(err.writeEnd)])
    close(out.writeEnd)
    close(err.writeEnd)
    return RunningCommand(child: child, output: out.readEnd, errors: err.readEnd).finish()
  }

  /// Starts `catalog`. Standard input is a pipe that is closed after `input` is written to it.
  func start(
    _ arguments: [String], input: String = "", variables: [String: String] = [:]
  ) throws -> RunningCommand {
    // The capacity of a pipe without a reader, so that writing never blocks.
    precondition(input.utf8.count <= 65_536, "too much input")
    let command = try start(arguments, variables: variables)
    command.feed(input)
    command.endInput()
    return command
  }

  /// Starts `catalog` with a pipe that the test feeds as its standard input.
  func start(_ arguments: [String], variables: [String: String] = [:]) throws -> RunningCommand {
    let (input, out, err) = (try Pipe(), try Pipe(), try Pipe())
    let child = try ChildProcess(
      Self.inFolder(folder.path, arguments), environment: environment(with: variables),
      streams: [.descriptor(input.readEnd), .descriptor(out.writeEnd), .descriptor(err.writeEnd)])
    close(out.writeEnd)
    close(err.writeEnd)
    return RunningCommand(child: child, input: input, output: out.readEnd, errors: err.readEnd)
  }

  func environment(with variables: [String: String]) -> [String: String] {
    environment.merging(variables) { $1 }.filter { !$0.value.isEmpty }
  }

  /// Returns the command line that runs the executable in a folder. The shell replaces itself with it.
  static func inFolder(_ folder: String, _ arguments: [String]) -> [String] {
    ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, executable] + arguments
  }

  /// Returns the names of the files in the sandbox's folder, except its home.
  func files() throws -> [String] {
    try shell("ls -A").output.split(separator: "\n").map(String.init).filter { $0 != "home" && $0 != "tmp" }
  }
}

/// A command that runs while the test sends it input and reads its output.
final class RunningCommand {
  private let child: ChildProcess
  private var input: Pipe?
  private let output: Int32
  private let errors: Int32

  init(child: ChildProcess, input: Pipe? = nil, output: Int32, errors: Int32) {
    self.child = child
    self.input = input
    self.output = output
    self.errors = errors
  }

  /// Writes to the command's standard input and waits while its pipe is full. This process also holds the reading end
  /// of the pipe, so a command that has exited causes no error here, only a delay.
  func feed(_ text: String) {
    guard let input else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var entry = pollfd(fd: input.writeEnd, events: Int16(POLLOUT), revents: 0)
      guard poll(&entry, 1, Int32(ChildProcess.patience * 1000)) == 1 else { return }
      // A pipe that is ready accepts a page without blocking.
      let count = rest.withUnsafeBytes { write(input.writeEnd, $0.baseAddress, min($0.count, 4_096)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  func endInput() {
    guard let input else { return }
    close(input.writeEnd)
    close(input.readEnd)
    self.input = nil
  }

  func send(_ signal: Int32) { child.send(signal) }

  /// Waits until the command has printed something, which stays unread.
  ///
  /// - Returns: True if it has printed within the time limit of a child.
  func hasPrinted() -> Bool {
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(ChildProcess.patience * 1000)) == 1
  }

  /// Reads the whole output of the command and waits for its end.
  func finish() -> Outcome {
    let received = child.read([output, errors])
    endInput()
    return Outcome(
      output: String(decoding: received[0], as: UTF8.self), errors: String(decoding: received[1], as: UTF8.self),
      code: child.wait())
  }
}
