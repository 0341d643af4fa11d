import Catalog
import CatalogSources
import Synchronization

/// A publisher that notifies clients of each change that any process makes to the catalog. A single watch of the file
/// serves all clients, and runs only while there are clients.
///
/// An event's id identifies its change. A client that reconnects with the id of its last event receives the changes
/// since that event; a client without an id receives the current change number. Events name the changed books that the
/// client may see, but contain none of their data. The client must request the data that it displays.
///
/// A client that may see only some books must not learn of changes to other books. Change numbers would reveal such
/// changes, so all events for this client have the same id and contain no number. When the client reconnects, it
/// receives the event `reload`.
final class CatalogEvents: Sendable {
  /// A client that receives events.
  private struct Listener {
    let stream: EventStream
    let viewer: Viewer
    /// The number of the last change that the client has been told about.
    var last: Int64
    /// The number of books that the viewer may see; `nil` for a viewer who may see all books.
    var count: Int?
    /// A closure that returns true if the client may still receive events. Its account may be removed while it listens.
    let isAdmitted: @Sendable () -> Bool

    var question: Question { Question(viewer: viewer, since: last) }
  }

  /// The key of a lookup of changes. Listeners with equal keys share the lookup.
  private struct Question: Hashable {
    let viewer: Viewer
    let since: Int64
  }

  private struct State {
    var listeners: [ObjectIdentifier: Listener] = [:]
    var watch: Task<Void, Never>?
  }

  private let catalog: ServedCatalog
  private let state = Mutex(State())

  init(_ catalog: ServedCatalog) { self.catalog = catalog }

  deinit { state.withLock { $0.watch?.cancel() } }

  /// Sends changes to a stream until the stream ends, beginning with the changes that the client missed.
  ///
  /// - Parameter isAdmitted: Called before each event. The stream ends if it returns false.
  /// - Throws: ``Problem``; another error if the catalog fails.
  func follow(
    _ stream: EventStream, _ request: RoutedRequest, while isAdmitted: @escaping @Sendable () -> Bool
  ) throws {
    let id = ObjectIdentifier(stream)
    let isLimited = request.viewer.audience.books != .all
    let lastID = request.request.lastEventID
    let known = isLimited ? nil : knownChange(lastID)
    // Start watching before reading the change number, so that no change is missed in between.
    let changes = try catalog.catalog.changes()
    let (newest, books) = try catalog.catalog.read { snapshot in
      (try snapshot.changeNumber(), try count(of: request.viewer, snapshot))
    }
    // Send the first event even if the watch ends immediately.
    if isLimited {
      stream.send(lastID == nil ? ServerEvent("{}", id: catalog.mark, name: "open") : .reload)
    } else if known == nil {
      stream.send(ServerEvent("{\"change\":\(newest)}", id: eventID(newest), name: "open"))
    }
    stream.whenEnded { [weak self] in self?.leave(id) }
    state.withLock { state in
      state.listeners[id] = Listener(
        stream: stream, viewer: request.viewer, last: known ?? newest, count: books, isAdmitted: isAdmitted)
      if state.watch == nil { state.watch = watch(changes) }
    }
    // Also send the changes made since the change number was read, in case the watch was already running.
    try tell([id])
  }

  /// Tells all clients to reload what they display, after an event that is not a change to the catalog.
  func reloadAll() {
    for listener in state.withLock({ Array($0.listeners.values) }) where mayReceive(listener) {
      listener.stream.send(.reload)
    }
  }

  /// Returns true if a listener may still receive events; ends its stream otherwise.
  private func mayReceive(_ listener: Listener) -> Bool {
    if listener.isAdmitted() { return true }
    listener.stream.end()
    return false
  }

  private func leave(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.listeners[id] = nil
      guard state.listeners.isEmpty else { return }
      state.watch?.cancel()
      state.watch = nil
    }
  }

  private func watch(_ changes: CatalogChanges) -> Task<Void, Never> {
    Task { [weak self] in
      do {
        for try await change in changes {
          guard let self else { return }
          switch change {
          case .books, .many: try tell(state.withLock { Array($0.listeners.keys) })
          case .fileMissing, .fileReplaced: return endAll()
          }
        }
      } catch {
        // The listeners reconnect, and then get the reason for the failure.
        self?.endAll()
      }
    }
  }

  private func endAll() {
    let streams = state.withLock { state in
      defer { state.watch = nil }
      return state.listeners.values.map(\.stream)
    }
    for stream in streams { stream.end() }
  }

  /// Sends listeners the changes that they have not received yet.
  private func tell(_ ids: [ObjectIdentifier]) throws {
    let ids = ids.filter { id in state.withLock { $0.listeners[id] }.map(mayReceive) ?? false }
    let questions = state.withLock { state in Set(ids.compactMap { state.listeners[$0]?.question }) }
    let news = try catalog.catalog.read { snapshot in
      try questions.map { question in
        let view = try ServedView(snapshot, question.viewer, catalog.counts)
        return (question, try view.changes(after: question.since), try count(of: question.viewer, snapshot))
      }
    }
    for (question, (change, newest), count) in news {
      guard let change else {
        learn(newest, count, question, ids)
        continue
      }
      let message = event(change, newest, to: question.viewer)
      for listener in learn(newest, count, question, ids) {
        // Too many books changed for the event to name them. A limited viewer gets the event only if the number of
        // books that this viewer may see has changed.
        if change == .many, count != nil, listener.count == count { continue }
        listener.stream.send(message)
      }
    }
  }

  /// Records the result of a lookup in the listeners that share it.
  ///
  /// - Returns: These listeners, as they were before.
  @discardableResult
  private func learn(_ newest: Int64, _ count: Int?, _ question: Question, _ ids: [ObjectIdentifier]) -> [Listener] {
    state.withLock { state in
      ids.compactMap { id -> Listener? in
        guard let listener = state.listeners[id], listener.question == question else { return nil }
        state.listeners[id]?.last = newest
        state.listeners[id]?.count = count
        return listener
      }
    }
  }

  /// Returns the number of books that a limited viewer may see; `nil` if the viewer may see all books.
  private func count(of viewer: Viewer, _ snapshot: CatalogSnapshot) throws -> Int? {
    viewer.audience.books == .all ? nil : try ServedView(snapshot, viewer, catalog.counts).count(of: "")
  }

  private func event(_ change: CatalogChange, _ newest: Int64, to viewer: Viewer) -> ServerEvent {
    var json = JSONWriter(layout: .compact)
    json.object { json in
      if viewer.audience.books == .all { json.member("change", newest) }
      json.key("books")
      if case .books(let books) = change {
        json.array { json in
          for book in books { json.integer(book) }
        }
      } else {
        json.null()
      }
    }
    let id = viewer.audience.books == .all ? eventID(newest) : catalog.mark
    return ServerEvent(String(decoding: json.bytes, as: UTF8.self), id: id, name: "change")
  }

  private func eventID(_ number: Int64) -> String { "\(catalog.mark)-\(number)" }

  /// Returns the number of the last change that the client has seen, from its event id. Returns -1 if the id is
  /// malformed or from another run of the server; `nil` if the client sent no id.
  private func knownChange(_ id: String?) -> Int64? {
    guard let id else { return nil }
    let prefix = "\(catalog.mark)-"
    guard id.hasPrefix(prefix), let number = Int64(id.dropFirst(prefix.count)), number >= 0 else { return -1 }
    return number
  }
}
