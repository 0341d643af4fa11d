import Platform
import Synchronization

/// A child process of a test that can be started, fed, signaled, and waited for with a time limit.
final class ChildProcess {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// A standard stream of the child.
  enum Stream {
    /// A descriptor of this process, which stays open here.
    case descriptor(Int32)
    /// A file that the child opens. A terminal becomes the controlling terminal of its session's first opener.
    case file(String, flags: Int32)
  }

  /// The seconds after which a hanging child is killed, so that the test can report its output. No working child takes
  /// this long.
  static let patience = 1_200.0

  /// A lock that is held while a pipe is created and while a child is started, so that no child inherits the pipe of
  /// another one.
  fileprivate static let starting = Mutex(())

  private let process: pid_t
  private var hasEnded = false

  /// - Parameters:
  ///   - arguments: The arguments, beginning with the program's path.
  ///   - streams: Standard input, output and error.
  ///   - ownsSession: True if the child leads its own session, in which it can have a controlling terminal.
  init(_ arguments: [String], environment: [String: String], streams: [Stream], ownsSession: Bool = false) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, stream) in streams.enumerated() {
      switch stream {
      case .descriptor(let source): posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
      case .file(let path, let flags): posix_spawn_file_actions_addopen(&actions, Int32(target), path, flags, 0)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for number in [SIGINT, SIGPIPE, SIGTERM] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A session leader also leads its process group, so the whole group can be killed in both cases.
    let grouping = ownsSession ? Self.newSession : Int32(POSIX_SPAWN_SETPGROUP)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | grouping
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let code = Self.starting.withLock { _ in
      posix_spawn(&process, arguments[0], &actions, &attributes, words, variables)
    }
    guard code == 0 else { throw Failure(call: "posix_spawn \(arguments[0])", code: code) }
    self.process = process
  }

  deinit {
    if !hasEnded {
      kill(-process, SIGKILL)
      _ = wait()
    }
  }

  /// POSIX_SPAWN_SETSID (spawn.h), which Swift does not import on every platform.
  #if canImport(Glibc)
    private static let newSession: Int32 = 0x80
  #elseif canImport(Darwin)
    private static let newSession: Int32 = 0x400
  #endif

  func send(_ signal: Int32) { kill(process, signal) }

  /// Returns the exit code, or the negated number of the signal that ended the process.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    hasEnded = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// Reads all descriptors to their ends concurrently, so that no full pipe blocks the child, and closes them. A child
  /// that takes too long is killed.
  func read(_ ends: [Int32]) -> [[UInt8]] {
    var received = [[UInt8]](repeating: [], count: ends.count)
    var open = Set(ends.indices)
    let deadline = Self.now + Self.patience
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !open.isEmpty {
      let left = deadline - Self.now
      var polled = open.sorted().map { pollfd(fd: ends[$0], events: Int16(POLLIN), revents: 0) }
      guard left > 0, poll(&polled, nfds_t(polled.count), Int32(left * 1000)) != 0 else {
        kill(-process, SIGKILL)
        break
      }
      for (index, entry) in zip(open.sorted(), polled) where entry.revents != 0 {
        let count = Self.readSome(ends[index], &buffer)
        // Reading from a terminal fails with EIO after its last user has closed it.
        if count <= 0 { open.remove(index) } else { received[index] += buffer[..<count] }
      }
    }
    for end in ends { close(end) }
    return received
  }

  private static func readSome(_ end: Int32, _ buffer: inout [UInt8]) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(end, &buffer, buffer.count)
      #elseif canImport(Darwin)
        let count = Darwin.read(end, &buffer, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// A pipe that no other child inherits.
struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    // pipe2(2), which would need only one step, is not imported by Swift.
    let ends = try ChildProcess.starting.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw ChildProcess.Failure(call: "pipe", code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return ends
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }
}
