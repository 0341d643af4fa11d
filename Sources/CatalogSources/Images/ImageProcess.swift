import Platform

/// One run of a helper process for images. The process has no files but a socket, which is its input and its output.
struct ImageProcess: Sendable {
  /// The end of a run.
  enum Outcome: Sendable {
    /// The process ended with an exit code.
    case output([UInt8], code: Int32)
    /// A signal ended the process, or it wrote too much.
    case killed
    case tooSlow
    /// The process could not be started. The value is the system's error code.
    case notStarted(Int32)
  }

  let program: String
  let arguments: [String]
  let timeLimit: Duration
  let maxOutput: Int

  /// Starts the process, sends it the input and waits for its end. Blocks the thread.
  func run(with input: [UInt8]) -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard SocketPair.make(&ends) == 0 else { return .notStarted(errno) }
    let (child, code) = start(on: ends[1])
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      return .notStarted(code)
    }
    let output = exchange(input, on: ends[0])
    close(ends[0])
    if output.isKilled { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if output.isLate { return .tooSlow }
    // The lower seven bits are the number of the signal that ended the process.
    guard !output.isKilled, status & 0x7F == 0 else { return .killed }
    return .output(output.bytes, code: status >> 8 & 0xFF)
  }

  private func start(on socket: Int32) -> (child: pid_t, code: Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    let code = posix_spawn(&child, program, &actions, nil, &words, &environment)
    return (child, code)
  }

  private struct Exchange {
    var bytes: [UInt8] = []
    var isLate = false
    /// True if the process must be killed.
    var isKilled = false
  }

  /// Sends the input while it receives the output, so that neither side waits for the other.
  private func exchange(_ input: [UInt8], on socket: Int32) -> Exchange {
    let deadline = ContinuousClock.now + timeLimit
    var result = Exchange()
    var sent = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    if input.isEmpty { shutdown(socket, SocketPair.writing) }
    while true {
      let rest = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard rest > 0 else {
        (result.isLate, result.isKilled) = (true, true)
        return result
      }
      let events = sent < input.count ? POLLIN | POLLOUT : POLLIN
      var waiting = pollfd(fd: socket, events: Int16(events), revents: 0)
      guard poll(&waiting, 1, Int32(rest.rounded(.up))) > 0 else { continue }
      if sent < input.count, Int32(waiting.revents) & Int32(POLLOUT) != 0 {
        let count = input[sent...].withUnsafeBytes { SocketPair.transmit($0, to: socket) }
        // If the process has stopped reading, its output says why.
        sent = count < 0 && errno != EAGAIN && errno != EINTR ? input.count : sent + max(count, 0)
        if sent == input.count { shutdown(socket, SocketPair.writing) }
      }
      guard Int32(waiting.revents) & Int32(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, SocketPair.noWait) }
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return result }
      if count > 0 { result.bytes += buffer[..<count] }
      guard result.bytes.count <= maxOutput else {
        result.isKilled = true
        return result
      }
    }
  }
}

/// The system calls for a pair of sockets, whose constants have different types on different systems.
private enum SocketPair {
  /// Creates a pair of sockets that no other program inherits.
  static func make(_ ends: inout [Int32]) -> Int32 {
    #if canImport(Darwin)
      let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
      var isOn: Int32 = 1
      for end in ends where result == 0 {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      }
      return result
    #else
      return socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    #endif
  }

  static var noWait: Int32 { Int32(MSG_DONTWAIT) }
  static var writing: Int32 { Int32(SHUT_WR) }

  /// Sends bytes without waiting. A closed socket is an error, not a signal.
  static func transmit(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    #if canImport(Darwin)
      let flags = MSG_DONTWAIT
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
    return send(socket, bytes.baseAddress, bytes.count, flags)
  }
}
