import CCurl
import CatalogModel
import Platform
import Synchronization

/// One request and its response in transit. libcurl delivers data on the loop's thread, and the reader takes the data.
///
/// Unread data is buffered up to a limit. At the limit, libcurl pauses, and the server's data waits in the sockets.
/// Cancelling wakes the reader immediately, and the loop then closes the connection.
///
/// `@unchecked Sendable`: `handle` is used only on the loop's thread. Everything else is constant or protected by the
/// lock.
final class CurlTransfer: @unchecked Sendable {
  private struct State {
    var parser = HTTPHeadParser()
    /// The head of a 401 response. If libcurl retries with credentials, another head may replace it.
    var provisional: HTTPHead?
    var head: HTTPHead?
    /// Data received but not read yet.
    var buffer: [UInt8] = []
    var received = 0
    var isPaused = false
    /// True if the reader no longer needs the remaining data.
    var isAbandoned = false
    var isCancelled = false
    /// The reason why this program aborted the transfer.
    var refusal: SourceFailure?
    /// True if a socket to an allowed peer was opened.
    var hasOpened = false
    var end: Result<Void, SourceFailure>?
    /// The waiting reader, if any. `hasNews` is true if anything has happened since the reader last checked.
    var reader: CheckedContinuation<Void, Never>?
    var hasNews = false

    mutating func wake() -> CheckedContinuation<Void, Never>? {
      hasNews = true
      return reader.take()
    }

    mutating func release() {
      if let provisional = provisional.take() { head = provisional }
    }
  }

  private let setup: CurlSetup
  private let loop: CurlLoop
  private let state = Mutex(State())
  private var handle: CurlHandle?

  init(_ setup: CurlSetup, _ loop: CurlLoop) {
    self.setup = setup
    self.loop = loop
  }
}

// MARK: The reader's side

extension CurlTransfer {
  /// Starts the transfer, and returns the head of the response once it has arrived.
  func start() async throws -> HTTPHead {
    loop.start(self)
    guard let head = try await wait({ $0.head }) else {
      throw SourceFailure(.malformed, setup.subject, cause: "its response is not HTTP")
    }
    return head
  }

  /// Returns the next chunk of the body, or `nil` at the end.
  func next() async throws -> [UInt8]? {
    let piece: [UInt8]? = try await wait { state in
      guard !state.buffer.isEmpty else { return nil }
      defer { state.buffer = [] }
      return state.buffer
    }
    let isPaused = state.withLock { state in
      defer { state.isPaused = false }
      return state.isPaused
    }
    if isPaused { loop.resume(self) }
    return piece
  }

  /// Stops reading. A short body is received to its end and discarded, so that the connection can be reused.
  func abandon() {
    let isToStop: Bool? = state.withLock { state in
      guard state.end == nil, !state.isCancelled else { return nil }
      state.isAbandoned = true
      state.buffer = []
      state.isPaused = false
      return !(state.head?.isShort ?? false)
    }
    guard let isToStop else { return }
    if isToStop { loop.stop(self) } else { loop.resume(self) }
  }

  /// Waits until the closure returns a value.
  ///
  /// - Returns: The value, or `nil` at the end of the transfer.
  private func wait<Taken: Sendable>(_ take: @Sendable (inout State) -> Taken?) async throws -> Taken? {
    try await withTaskCancellationHandler {
      while true {
        let taken: Result<Taken?, any Error>? = state.withLock { state in
          if state.isCancelled { return .failure(CancellationError()) }
          if let taken = take(&state) { return .success(taken) }
          if let end = state.end { return end.map { nil }.mapError { $0 } }
          guard state.reader == nil else {
            return .failure(SourceFailure(.failed, setup.subject, cause: "the response was read twice at once"))
          }
          state.hasNews = false
          return nil
        }
        if let taken { return try taken.get() }
        await withCheckedContinuation { continuation in
          let hasNews = state.withLock { state in
            if !state.hasNews { state.reader = continuation }
            return state.hasNews
          }
          if hasNews { continuation.resume() }
        }
      }
    } onCancel: {
      let reader = state.withLock { state in
        state.isCancelled = true
        return state.wake()
      }
      reader?.resume()
      loop.stop(self)
    }
  }
}

// MARK: The loop's side

extension CurlTransfer {
  /// Creates the handle. Returns `nil` if the transfer was cancelled, or if the handle cannot be created. In both
  /// cases, the reader receives an error.
  func prepare() -> UnsafeMutableRawPointer? {
    guard !state.withLock({ $0.isCancelled }) else { return nil }
    handle = CurlHandle(setup, self)
    if handle == nil {
      end(.failure(SourceFailure(.failed, setup.subject, cause: "libcurl cannot send this request")))
    }
    return handle?.easy
  }

  /// The handle, while the transfer is in progress.
  var easy: UnsafeMutableRawPointer? { handle?.easy }

  /// Reports the result of the transfer to the reader, and releases the handle.
  func finish(_ code: CURLcode) {
    guard let handle = handle.take() else { return }
    let failure = code == CURLE_OK ? nil : setup.failure(code, handle)
    end(failure.map { .failure($0) } ?? .success(()))
  }

  private func end(_ result: Result<Void, SourceFailure>) {
    let reader = state.withLock { state in
      state.release()
      state.end = state.refusal.map { .failure($0) } ?? result
      return state.wake()
    }
    reader?.resume()
  }

  /// Opens a socket, if the transport may connect to its peer. A host can have several addresses, of which libcurl
  /// tries the next one if this call fails.
  ///
  /// - Returns: The socket; -1 if the peer is not allowed.
  func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    // The structure is longer than its declaration if the address is.
    let start = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
    let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + start, count: Int(address.pointee.addrlen))
    let isAllowed = PeerAddress(bytes).map { setup.options.peers?.allows($0) ?? true } ?? false
    state.withLock { state in
      if isAllowed {
        (state.hasOpened, state.refusal) = (true, nil)
      } else if !state.hasOpened {
        state.refusal = setup.peerRefusal
      }
    }
    guard isAllowed else { return -1 }
    let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  /// Receives a line of the head. Returns false to abort the transfer.
  func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
    let (isGood, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      // Ignore trailers after the body.
      guard state.head == nil else { return (true, nil) }
      guard state.parser.bytes + line.count <= HTTPHeadParser.maxBytes else {
        state.refusal = SourceFailure(.tooLarge, setup.subject, cause: "the headers of its response are too long")
        return (false, nil)
      }
      guard let head = state.parser.take(line) else { return (true, nil) }
      if head.status == 401, setup.credentials != nil {
        state.provisional = head
        return (true, nil)
      }
      state.provisional = nil
      state.head = head
      return (true, state.wake())
    }
    reader?.resume()
    return isGood
  }

  /// Receives a chunk of the body.
  ///
  /// - Returns: The result for libcurl: the number of bytes taken, `CURL_WRITEFUNC_PAUSE`, or any other value to abort.
  func takePiece(_ piece: UnsafeRawBufferPointer) -> Int {
    let (answer, reader) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
      guard !state.isCancelled else { return (-1, nil) }
      state.release()
      if state.isAbandoned {
        state.received += piece.count
        return (state.received <= HTTPHead.shortBody ? piece.count : -1, nil)
      }
      guard state.buffer.isEmpty || state.buffer.count + piece.count <= setup.bufferSize else {
        state.isPaused = true
        return (Int(CURL_WRITEFUNC_PAUSE), nil)
      }
      guard state.received + piece.count <= setup.bodyLimit else {
        state.refusal = SourceFailure(
          .tooLarge, setup.subject, cause: "its response has more than \(setup.bodyLimit) bytes")
        return (-1, nil)
      }
      state.received += piece.count
      state.buffer.append(contentsOf: piece)
      return (piece.count, state.wake())
    }
    reader?.resume()
    return answer
  }
}
