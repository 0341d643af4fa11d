#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process that was started and must be waited for.
struct RunningProcess {
  let id: pid_t
  let command: ProcessCommand

  /// Waits for the end.
  /// - Throws: when it was ended by a signal, or with an exit code that is a failure.
  func wait() throws {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 {
      guard errno == EINTR else { throw BenchError(errno: "wait for", command.line) }
    }
    // The macros WIFEXITED and WEXITSTATUS, which Swift cannot import.
    guard status & 0x7F == 0 else { throw BenchError("\(command.line) was ended by signal \(status & 0x7F)") }
    let code = (status >> 8) & 0xFF
    guard command.acceptedCodes.contains(code) else {
      throw BenchError("\(command.line) ended with exit code \(code)")
    }
  }

  /// True if the process is still running. The caller must still wait for it.
  var isRunning: Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
    return information.si_signo == 0
  }
}

/// A process that answers each line with a line.
final class Conversation {
  private let process: RunningProcess
  private let input: Int32
  private let output: Int32
  private var received: [UInt8] = []

  init(_ process: RunningProcess, input: Int32, output: Int32) {
    self.process = process
    self.input = input
    self.output = output
    // A process that ended early is an error of the next write, not a signal that ends this one.
    signal(SIGPIPE, SIG_IGN)
  }

  /// The end of its input ends the process.
  deinit {
    close(input)
    close(output)
    try? process.wait()
  }

  func ask(_ line: String) throws -> String {
    try FileWriter.write(Array((line + "\n").utf8)[...], to: input, process.command.line)
    return try answer()
  }

  /// The next line that it writes, without its end.
  func answer() throws -> String {
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeFirst(end + 1) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let count = read(output, &piece, piece.count)
      guard count > 0 || (count < 0 && errno == EINTR) else {
        throw BenchError("\(process.command.line) ended without an answer")
      }
      received.append(contentsOf: piece[..<max(count, 0)])
    }
  }
}
