import Synchronization

/// A request and its response, from the request line to the end. libmicrohttpd calls back for an exchange on only one
/// thread at a time. A response that is not ready immediately is made by a task.
final class Exchange: Sendable {
  enum Step {
    /// The server is waiting for the rest of the request.
    case head, body
    /// A task is making the response, and the connection is suspended.
    case suspended
    /// The reply is ready to be sent.
    case replied(Reply)
    case sent
  }

  struct State {
    var step = Step.head
    var head: RequestHead
    var request: Request?
    /// The reason why the body is refused; `nil` as long as it is accepted.
    var refusal: Problem?
    var taken = 0
    /// The number of bytes of the body that are reserved in ``BodyMemory``.
    var counted = 0
    /// The receiver of the request's file; `nil` if the request contains no file, or the file was refused.
    var receiver: UploadReceiver?
    /// The upload that counts towards the limit on concurrent uploads; `nil` if the request does not count.
    var countedUpload: ExpectedUpload?
    var task: Task<Void, Never>?
    var status = 0
    var length: Int?
  }

  let connection: HTTPConnection
  let state: Mutex<State>

  init(_ connection: HTTPConnection, _ head: RequestHead) {
    self.connection = connection
    state = Mutex(State(head: head))
  }

  /// Resumes a suspended connection, which then sends a reply. Does nothing if another reply came first.
  func resume(with reply: Reply) {
    state.withLock { state in
      guard case .suspended = state.step else { return }
      state.step = .replied(reply)
      // Keep the lock: once resumed, the connection may end and be freed.
      connection.resume()
    }
  }

  func cancel() { state.withLock { $0.task }?.cancel() }
}
