import CCurl
import CatalogModel
import Synchronization

/// One request and its answer on the way: filled by libcurl on the loop's thread, emptied by whoever reads.
///
/// What was not yet read is held up to a limit; beyond it libcurl is told to pause, so that the server's bytes wait in the
/// sockets. Cancelling wakes the reader at once, and the loop then lets go of the connection.
///
/// `@unchecked Sendable`: `handle` is touched on the loop's thread alone; all else is constant or behind the lock.
final class CurlTransfer: @unchecked Sendable {
  private struct State {
    var parser = HTTPHeadParser()
    /// A head that another one may yet take the place of: of a 401 that libcurl answers with credentials.
    var provisional: HTTPHead?
    var head: HTTPHead?
    /// What came and was not read.
    var buffer: [UInt8] = []
    var received = 0
    var isPaused = false
    /// Whether nobody reads what still comes.
    var isAbandoned = false
    var isCancelled = false
    /// Why the transfer was broken off from here.
    var refusal: SourceFailure?
    var end: Result<Void, SourceFailure>?
    /// Who waits, and whether something came since they looked.
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
  /// Starts, and gives the head of the answer once it is there.
  func start() async throws -> HTTPHead {
    loop.start(self)
    guard let head = try await wait({ $0.head }) else {
      throw SourceFailure(.nonsense, setup.subject, cause: "its answer is not HTTP")
    }
    return head
  }

  /// The next piece of the body; `nil` at its end.
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

  /// Says that nobody reads on. A short rest is let through, so that the connection can be used again.
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

  /// Waits until something can be taken.
  ///
  /// - Returns: `nil` at the end of the transfer.
  private func wait<Taken: Sendable>(_ take: @Sendable (inout State) -> Taken?) async throws -> Taken? {
    try await withTaskCancellationHandler {
      while true {
        let taken: Result<Taken?, any Error>? = state.withLock { state in
          if state.isCancelled { return .failure(CancellationError()) }
          if let taken = take(&state) { return .success(taken) }
          if let end = state.end { return end.map { nil }.mapError { $0 } }
          guard state.reader == nil else {
            return .failure(SourceFailure(.failed, setup.subject, cause: "two read the same answer at a time"))
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
  /// The handle, ready to be started; `nil` where it cannot be made, which the reader is told.
  func prepare() -> UnsafeMutableRawPointer? {
    guard !state.withLock({ $0.isCancelled }) else { return nil }
    handle = CurlHandle(setup, self)
    if handle == nil {
      end(.failure(SourceFailure(.failed, setup.subject, cause: "libcurl cannot take this request")))
    }
    return handle?.easy
  }

  /// The handle while the transfer goes on.
  var easy: UnsafeMutableRawPointer? { handle?.easy }

  /// Says how the transfer ended, and lets go of the handle.
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

  /// Takes a line of the head. `false` breaks the transfer off.
  func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
    let (isGood, reader) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      // Behind the body there may be trailers.
      guard state.head == nil else { return (true, nil) }
      guard state.parser.bytes + line.count <= HTTPHeadParser.mostBytes else {
        state.refusal = SourceFailure(.tooLarge, setup.subject, cause: "the headers of its answer have no end")
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

  /// Takes a piece of the body.
  ///
  /// - Returns: what libcurl is told: the number of bytes taken, `CURL_WRITEFUNC_PAUSE`, or anything else to break off.
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
          .tooLarge, setup.subject, cause: "its answer has more than \(setup.bodyLimit) bytes")
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
