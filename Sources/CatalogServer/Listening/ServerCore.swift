import FoundationEssentials

/// The target of libmicrohttpd's callbacks. It receives requests, passes them to the answerer, and sends the replies.
final class ServerCore: Sendable {
  let answerer: Answerer
  let connections = ConnectionTable()
  let exchanges = Exchanges()
  let streams: EventStreams
  let pieces = PieceWork()
  let uploads: ConcurrencyLimit
  private let bodies: BodyMemory
  private let pace: Int
  private let newFile: @Sendable () throws(Problem) -> UploadedFile
  private let log: @Sendable (String) -> Void

  /// Creates the core of a server.
  ///
  /// - Parameter newFile: Creates a file for an upload.
  init(
    _ answerer: Answerer, _ limits: ServerLimits, newFile: @escaping @Sendable () throws(Problem) -> UploadedFile,
    log: @escaping @Sendable (String) -> Void
  ) {
    bodies = BodyMemory(limit: limits.bodyMemory)
    self.answerer = answerer
    streams = EventStreams(maxPerAddress: limits.streamsPerAddress)
    uploads = ConcurrencyLimit(total: limits.uploads, perAccount: limits.uploadsPerAccount)
    pace = max(limits.uploadPace, 1)
    (self.newFile, self.log) = (newFile, log)
  }

  /// Handles the next part of a request: the head, a piece of the body, or the end.
  ///
  /// - Parameter piece: The piece of the body; `nil` for the head and the end.
  /// - Returns: True if the connection continues.
  func take(_ exchange: Exchange, method: String, version: String, _ piece: UnsafeRawBufferPointer?) -> Bool {
    let step = exchange.state.withLock { $0.step }
    switch step {
    case .head: return takeHead(exchange, method: method, version: version)
    case .body:
      if let piece { return takePiece(exchange, piece) }
      return takeEnd(exchange)
    case .replied(let reply): return send(reply, exchange)
    // The reply was sent before the whole body arrived; the rest is ignored.
    case .suspended, .sent: return true
    }
  }

  private func takeHead(_ exchange: Exchange, method: String, version: String) -> Bool {
    let (fields, isBad) = exchange.connection.fields
    let head = exchange.state.withLock { state in
      (state.head.method, state.head.version) = (method, version)
      (state.head.fields, state.head.hasBadFields) = (fields, isBad)
      return state.head
    }
    switch answerer.start(head) {
    case .refused(let reply):
      exchanges.begin(exchange)
      return send(reply.closing, exchange)
    case .request(let request):
      if let offer = request.offer, let refusal = beginUpload(exchange, offer, request) {
        exchange.state.withLock { $0.request = request }
        exchanges.begin(exchange)
        return send(answerer.reply(refusal, to: request).closing, exchange)
      }
      exchange.state.withLock { state in
        state.request = request
        state.step = .body
      }
      return true
    }
  }

  /// Prepares to receive a file.
  ///
  /// - Returns: The reason why the file is refused; `nil` if it is accepted.
  private func beginUpload(_ exchange: Exchange, _ offer: ExpectedUpload, _ request: Request) -> Problem? {
    do throws(Problem) {
      if exchanges.isDraining { throw Answerer.stopping }
      guard uploads.begin(of: offer.account) else {
        throw Problem(
          503, detail: "Too many uploads at once. Try again in a moment.", fields: ["Retry-After": "30"])
      }
      exchange.state.withLock { $0.countedUpload = offer }
      let receiver = UploadReceiver(offer, into: try newFile(), name: request.fileName)
      exchange.state.withLock { $0.receiver = receiver }
      return nil
    } catch {
      return error
    }
  }

  private func takePiece(_ exchange: Exchange, _ piece: UnsafeRawBufferPointer) -> Bool {
    exchange.state.withLock { state in
      state.taken += piece.count
      if let offer = state.request?.offer {
        if state.taken / pace > (state.taken - piece.count) / pace { connections.progressed(exchange.connection) }
        do throws(Problem) {
          if exchanges.isDraining { throw Answerer.stopping }
          try state.receiver?.take(piece)
        } catch {
          state.refusal = state.refusal ?? error
          // Releasing the receiver discards the stored bytes.
          state.receiver = nil
        }
        return state.taken <= offer.bodyLimit.saturated(adding: 1_048_576)
      }
      if state.refusal == nil, state.taken > answerer.bodyLimit { state.refusal = answerer.tooLarge }
      if state.refusal == nil, !bodies.grow(to: state.taken, &state.counted) { state.refusal = Answerer.tooMuch }
      if state.refusal == nil {
        state.request?.body += piece
      } else {
        state.request?.body = []
        bodies.release(&state.counted)
      }
      // A refusal can only be sent once the whole body has arrived. Close the connection if the body exceeds its limit
      // by more than 1 MiB.
      return state.taken <= answerer.bodyLimit + 1_048_576
    }
  }

  private func takeEnd(_ exchange: Exchange) -> Bool {
    exchanges.begin(exchange)
    connections.answering(exchange.connection)
    let (taken, refusal) = exchange.state.withLock { state in
      do throws(Problem) { state.request?.upload = try state.receiver?.finish() } catch {
        state.refusal = state.refusal ?? error
      }
      state.receiver = nil
      return (state.request, state.refusal)
    }
    guard let request = taken else { return false }
    if let refusal { return send(answerer.reply(refusal, to: request).closing, exchange) }
    if exchanges.isDraining { return send(answerer.replyWhileStopping(request), exchange) }
    switch answerer.answer(request) {
    case .now(let reply): return send(reply, exchange)
    case .later(let make):
      guard exchanges.suspend(exchange) else { return send(answerer.replyWhileStopping(request), exchange) }
      let task = Task { exchange.resume(with: await make()) }
      // A stopping server may have sent another reply meanwhile.
      let isSuspended = exchange.state.withLock { state in
        guard case .suspended = state.step else { return false }
        state.task = task
        return true
      }
      if !isSuspended { task.cancel() }
      return true
    }
  }

  private func send(_ reply: Reply, _ exchange: Exchange) -> Bool {
    if case .events(let stream) = reply.payload, let request = exchange.state.withLock({ $0.request }) {
      guard streams.add(stream, of: request.client.isLocal ? nil : request.client.address) else {
        stream.end()
        return send(answerer.replyToManyStreams(request), exchange)
      }
    }
    let reply = exchanges.isDraining ? reply.closing : reply
    exchange.state.withLock { state in
      (state.status, state.length) = (reply.status, reply.length)
      state.step = .sent
    }
    return exchange.connection.send(reply, pieces)
  }

  /// Finishes a request: releases its resources, and logs it.
  func end(_ exchange: Exchange) {
    connections.waiting(exchange.connection)
    exchanges.end(exchange)
    let line = exchange.state.withLock { state in
      state.task = nil
      state.receiver = nil
      state.request?.upload = nil
      if let upload = state.countedUpload { uploads.end(of: upload.account) }
      bodies.release(&state.counted)
      return LogLine(
        client: state.request?.client.address ?? state.head.peer.address, head: state.head, status: state.status,
        bytes: state.length, now: answerer.now())
    }
    log(line.description)
  }

  /// Interrupts all requests in progress: resumes every suspended connection, and replies that the server is shutting
  /// down.
  func releaseAll() {
    for exchange in exchanges.close() {
      exchange.cancel()
      guard let request = exchange.state.withLock({ $0.request }) else { continue }
      exchange.resume(with: answerer.replyWhileStopping(request))
    }
    streams.end()
  }
}

extension Reply {
  /// A copy of the reply with the field that closes the connection afterwards.
  fileprivate var closing: Reply {
    var reply = self
    reply.fields.set("Connection", "close")
    return reply
  }
}
