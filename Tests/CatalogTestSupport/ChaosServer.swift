import Platform
import Synchronization

/// An HTTP/1.1 server on the loopback interface that answers by a script and injects the faults that the script
/// requests. It has one thread per connection and a port chosen by the system. It counts all events, so that a test can
/// verify that its fault was injected.
public final class ChaosServer: Sendable {
  /// A closure that returns the answer to a request. It runs on the connection's thread, and on several threads at a
  /// time.
  public typealias Handler = @Sendable (ChaosRequest) -> ChaosAnswer

  /// The beginning of the server's addresses: `http://127.0.0.1:PORT`.
  public let url: String
  public let port: Int
  private let core: ChaosCore

  public init(_ handler: @escaping Handler) throws {
    core = try ChaosCore(handler)
    port = core.port
    url = "http://127.0.0.1:\(port)"
    core.start()
  }

  deinit { stop() }

  /// Ends all connections and stops answering.
  public func stop() { core.stop() }

  /// The events so far.
  public var log: ChaosLog { core.log }

  /// The requests so far, in order of arrival.
  public var requests: [ChaosRequest] { log.requests }

  /// Waits until the events satisfy a condition.
  @discardableResult
  public func reached(_ condition: @escaping @Sendable (ChaosLog) -> Bool) async -> ChaosLog {
    await core.reached(condition)
  }
}

/// The events at a server.
public struct ChaosLog: Sendable {
  /// The requests, in order of arrival.
  public internal(set) var requests: [ChaosRequest] = []
  /// The number of connections.
  public internal(set) var connections = 0
  /// The number of times each fault was injected.
  public internal(set) var faults: [ChaosFault: Int] = [:]
  /// The number of times a client hung up while an answer was being sent or held back.
  public internal(set) var hangUps = 0
  /// The number of times the client stopped reading for a while.
  public internal(set) var stalls = 0
  /// The bytes of answers that the system accepted.
  public internal(set) var bytes = 0

  /// Returns the number of times a fault was injected.
  public subscript(_ fault: ChaosFault) -> Int { faults[fault] ?? 0 }
}

/// The parts of a server that its threads hold.
final class ChaosCore: Sendable {
  private struct State {
    var log = ChaosLog()
    var connections: Set<Int32> = []
    var isStopped = false
    var waiting: [(condition: @Sendable (ChaosLog) -> Bool, continuation: CheckedContinuation<ChaosLog, Never>)] = []
  }

  let port: Int
  let handler: ChaosServer.Handler
  private let listener: Int32
  private let state = Mutex(State())

  init(_ handler: @escaping ChaosServer.Handler) throws {
    self.handler = handler
    (listener, port) = try Self.listen()
  }

  var log: ChaosLog { state.withLock { $0.log } }

  func start() {
    ChaosThread.start { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          break
        }
        let isAccepted = state.withLock { state in
          if !state.isStopped { state.connections.insert(connection) }
          return !state.isStopped
        }
        guard isAccepted else {
          close(connection)
          break
        }
        let number = count { log in
          log.connections += 1
          return log.connections
        }
        ChaosThread.start { ChaosConnection(socket: connection, number: number, core: self).serve() }
      }
      close(listener)
    }
  }

  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      // Their threads close them.
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      return !state.isStopped
    }
    if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  func close(connection: Int32) {
    state.withLock { state in
      _ = state.connections.remove(connection)
      close(connection)
    }
  }

  /// Records an event and wakes the tasks that wait for it.
  @discardableResult
  func count<Result: Sendable>(_ change: (inout ChaosLog) -> Result) -> Result {
    let (result, log, woken) = state.withLock { state in
      let result = change(&state.log)
      let log = state.log
      let woken = state.waiting.filter { $0.condition(log) }.map(\.continuation)
      if !woken.isEmpty { state.waiting.removeAll { $0.condition(log) } }
      return (result, log, woken)
    }
    for continuation in woken { continuation.resume(returning: log) }
    return result
  }

  func reached(_ condition: @escaping @Sendable (ChaosLog) -> Bool) async -> ChaosLog {
    await withCheckedContinuation { continuation in
      let log: ChaosLog? = state.withLock { state in
        if condition(state.log) { return state.log }
        state.waiting.append((condition, continuation))
        return nil
      }
      if let log { continuation.resume(returning: log) }
    }
  }

  private func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  /// Opens a socket on a port that the system chooses.
  private static func listen() throws -> (listener: Int32, port: Int) {
    #if canImport(Glibc)
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    // A small buffer, so that unread bytes soon hold the server back.
    var size: Int32 = 65_536
    setsockopt(listener, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let hasFailed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) != 0 || listenOn(listener) != 0 || getsockname(listener, pointer, &length) != 0
      }
    }
    guard listener >= 0, !hasFailed else { throw ChaosError(cause: String(cString: strerror(errno))) }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  private static func listenOn(_ socket: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(socket, 64)
    #else
      Darwin.listen(socket, 64)
    #endif
  }
}

/// The server could not be started.
struct ChaosError: Error {
  let cause: String
}

/// A thread, which may block for any time; tasks may not.
enum ChaosThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  static func start(_ run: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(run)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      let isStarted = pthread_create(&thread, nil, { Self.enter($0!) }, body) == 0
    #else
      var thread: pthread_t?
      let isStarted = pthread_create(&thread, nil, { Self.enter($0) }, body) == 0
    #endif
    guard isStarted else { fatalError("no thread for the tests' server") }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      pthread_detach(thread!)
    #endif
  }

  private static func enter(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
    return nil
  }
}
