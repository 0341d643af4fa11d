import CatalogTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run of the executable printed, and how it ended.
struct Outcome: Equatable, CustomStringConvertible {
  var output = ""
  var errors = ""
  /// The exit code, or minus the number of a signal.
  var code: Int32 = 0

  /// Done, with this output and nothing on standard error.
  static func prints(_ output: String) -> Outcome { Outcome(output: output) }

  /// Failed, with nothing on standard output.
  static func fails(_ code: Int32, _ errors: String) -> Outcome { Outcome(errors: errors, code: code) }

  var description: String {
    "exit code \(code)\n--- standard output\n\(output)--- standard error\n\(errors)---"
  }

  /// Times and UUIDs, which differ on every run, replaced by `TIME` and `UUID`.
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

/// A folder with a home and a catalog of its own, in which the built executable is run as a person runs it.
final class Sandbox: Sendable {
  let folder: TemporaryFolder

  /// The path of the executable, which the build puts beside the tests'.
  static let executable: String = {
    let tests = CommandLine.arguments[0]
    var folder = tests.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    // On Apple platforms the tests are inside of a bundle.
    while folder.contains(where: { $0.hasSuffix(".xctest") }) { folder.removeLast() }
    let path = (folder + ["catalog"]).joined(separator: "/")
    return String(cString: realpath(path, nil) ?? strdup(path))
  }()

  init(_ folder: TemporaryFolder = TemporaryFolder()) {
    self.folder = folder
    for name in ["home", "tmp"] { mkdir(folder.file(name), 0o700) }
  }

  /// With these books in the catalog, imported from a file `shelf.jsonl`.
  convenience init(shelf: String) throws {
    self.init()
    try folder.write("shelf.jsonl", shelf)
    let outcome = try run("import", "shelf.jsonl")
    guard outcome.code == 0 else { throw ChildProcess.Failure(call: outcome.description, code: outcome.code) }
  }

  /// Nothing of the tests' own environment gets through.
  var environment: [String: String] {
    [
      "PATH": "\(Self.executable.dropLast("/catalog".count)):/usr/local/bin:/usr/bin:/bin", "TZ": "UTC",
      "LANG": "C.UTF-8", "HOME": folder.file("home"), "TMPDIR": folder.file("tmp"), "CATALOG_DB": "catalog.db",
    ]
  }

  /// Runs `catalog` with these arguments in the sandbox's folder.
  ///
  /// - Parameters:
  ///   - input: what standard input holds.
  ///   - variables: of the environment, beside the usual ones; an empty value unsets one.
  func run(_ arguments: String..., input: String = "", variables: [String: String] = [:]) throws -> Outcome {
    try start(arguments, input: input, variables: variables).finish()
  }

  /// Runs a script of `sh` in the sandbox's folder, in which `catalog` is on the search path.
  func shell(_ script: String) throws -> Outcome {
    let (out, err) = (try Pipe(), try Pipe())
    let child = try ChildProcess(
      ["/bin/sh", "-c", "cd \"$0\" || exit\n" + script, folder.path], environment: environment,
      streams: [.file("/dev/null", flags: O_RDONLY), .descriptor(out.writeEnd), .descriptor(err.writeEnd)])
    close(out.writeEnd)
    close(err.writeEnd)
    return RunningCommand(child: child, output: out.readEnd, errors: err.readEnd).finish()
  }

  /// Starts `catalog`; standard input is a pipe that is closed once `input` is in it.
  func start(
    _ arguments: [String], input: String = "", variables: [String: String] = [:]
  ) throws -> RunningCommand {
    // What a pipe holds without a reader, so that writing never waits.
    precondition(input.utf8.count <= 65_536, "too much input")
    let command = try start(arguments, variables: variables)
    command.feed(input)
    command.endInput()
    return command
  }

  /// Starts `catalog`, whose standard input is a pipe that the test feeds.
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

  /// The command line that runs the executable in a folder: the shell gives its process up to it.
  static func inFolder(_ folder: String, _ arguments: [String]) -> [String] {
    ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, executable] + arguments
  }

  /// The names of what is in the sandbox's folder, without its home.
  func files() throws -> [String] {
    try shell("ls -A").output.split(separator: "\n").map(String.init).filter { $0 != "home" && $0 != "tmp" }
  }
}

/// A command under way.
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

  /// Writes to the command's standard input; waits while its pipe is full. This side of the pipe holds its reading end
  /// too, so that a command that has ended is no error here, and only costs time.
  func feed(_ text: String) {
    guard let input else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      var entry = pollfd(fd: input.writeEnd, events: Int16(POLLOUT), revents: 0)
      guard poll(&entry, 1, Int32(ChildProcess.patience * 1000)) == 1 else { return }
      // A pipe that is ready takes a page without waiting.
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

  /// Waits until it has printed something, which stays unread.
  ///
  /// - Returns: whether it has, in the time that a child has.
  func hasPrinted() -> Bool {
    var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, Int32(ChildProcess.patience * 1000)) == 1
  }

  /// Reads everything that it prints and waits for its end.
  func finish() -> Outcome {
    let received = child.read([output, errors])
    endInput()
    return Outcome(
      output: String(decoding: received[0], as: UTF8.self), errors: String(decoding: received[1], as: UTF8.self),
      code: child.wait())
  }
}
