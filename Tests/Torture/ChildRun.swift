import Catalog
import FoundationEssentials
import Platform

/// A child process of this program, with its output until it exits or is killed.
struct ChildRun {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The exit code, or the negated number of the signal that ended the process.
  let code: Int32
  /// The acknowledged edits in order: the book and its new value.
  let edits: [(book: Book.ID, value: String)]
  let seconds: Double

  static func start(_ plan: ChildWork.Plan, kill: String? = nil) throws -> Running {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "pipe: \(errno)") }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[1])
    let program = CommandLine.arguments[0]
    let words = ([program] + plan.words).map { strdup($0) } + [nil]
    var environment = ProcessInfo.processInfo.environment
    environment[Failpoint.variable] = kill
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, words, variables)
    close(ends[1])
    guard code == 0 else { throw Failure(description: "posix_spawn: \(code)") }
    return Running(process: process, end: ends[0], started: now)
  }

  struct Running {
    fileprivate let process: pid_t
    fileprivate let end: Int32
    fileprivate let started: Double

    /// Reads the output of the process to its end.
    ///
    /// - Parameter seconds: The seconds after which the process is killed. After two minutes it is always killed, and
    ///   an error is thrown.
    func finish(killAfter seconds: Double? = nil) throws -> ChildRun {
      var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
      var deadline = seconds.map { started + $0 }
      while true {
        let left = (deadline ?? started + 120) - ChildRun.now
        var polled = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        if left <= 0 || poll(&polled, 1, Int32(left * 1000) + 1) == 0 {
          kill(process, SIGKILL)
          guard deadline != nil else { throw Failure(description: "a process did not end") }
          deadline = nil
          continue
        }
        let count = read(end, &buffer, buffer.count)
        if count <= 0 { break }
        bytes += buffer[..<count]
      }
      close(end)
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      let edits = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
        let parts = line.split(separator: " ", maxSplits: 1)
        return Book.ID(String(parts[0])).map { (book: $0, value: String(parts[1])) }
      }
      return ChildRun(
        code: status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F), edits: edits,
        seconds: ChildRun.now - started)
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
