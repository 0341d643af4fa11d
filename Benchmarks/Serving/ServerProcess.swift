#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server that runs while it is measured.
final class ServerProcess {
  let port: UInt16
  private let process: RunningProcess

  /// Starts one, and waits until it answers.
  ///
  /// - Parameters:
  ///   - command: with the port.
  ///   - port: on which it listens on loopback.
  ///   - target: what it is asked for, to see that it answers.
  init(_ command: ProcessCommand, port: UInt16, answering target: String) throws {
    self.port = port
    process = try command.start()
    while (try? HTTPClient(port: port).get(target)) == nil {
      guard process.isRunning else { throw BenchError("\(command.line) has ended") }
      usleep(500)
    }
  }

  /// Ctrl-C ends it.
  deinit {
    kill(process.id, SIGINT)
    try? process.wait()
  }

  /// Bytes of its memory that are resident (proc(5)).
  func residentBytes() throws -> Int {
    let status = try FileReader.text(of: "/proc/\(process.id)/status")
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw BenchError("/proc does not say how much memory a process has")
    }
    return kilobytes * 1_024
  }

  /// Seconds of the processor that it has used (proc(5)): of the whole system's ticks, a hundredth each.
  func processorSeconds() throws -> Double {
    let stat = try FileReader.text(of: "/proc/\(process.id)/stat")
    let parts = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    guard parts.count > 13, let user = Double(parts[12]), let system = Double(parts[13]) else {
      throw BenchError("/proc does not say how much a process works")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// A port that nobody listens at.
  static func freePort() throws -> UInt16 {
    let (descriptor, port) = try LoopbackSocket.bound()
    close(descriptor)
    return port
  }
}
