import Synchronization

/// One request and its answer, from the request line to the end. The library calls for it on one thread at a time; what is
/// answered later comes from a task.
final class Exchange: Sendable {
  enum Step {
    /// The rest of the request is awaited.
    case head, body
    /// A task answers, and the connection is suspended.
    case suspended
    /// This is to be sent.
    case replied(Reply)
    case sent
  }

  struct State {
    var step = Step.head
    var head: RequestHead
    var request: Request?
    /// Why its body is not taken; `nil` as long as it is.
    var refusal: Problem?
    var taken = 0
    /// How many bytes of the body are held in ``BodyMemory``.
    var counted = 0
    /// Takes its file; `nil` where it sends none, or none that is taken.
    var receiver: UploadReceiver?
    /// What it counts as among those that send a file; `nil` where it does not.
    var countedUpload: UploadOffer?
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

  /// Has a suspended connection go on and send a reply; does nothing where another reply came first.
  func resume(with reply: Reply) {
    state.withLock { state in
      guard case .suspended = state.step else { return }
      state.step = .replied(reply)
      // Under the lock: once it goes on, the connection may end, and is no more.
      connection.resume()
    }
  }

  func cancel() { state.withLock { $0.task }?.cancel() }
}
