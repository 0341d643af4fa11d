import Catalog
import CatalogSources
import Synchronization

/// Tells clients of each change of the catalog, by whichever process. All of them hear of it from one look at the file; while nobody
/// listens, nobody looks.
///
/// An event's id is that of the change it tells of. A client that comes back with the id of the last one it had is told what changed
/// since; one that has none is told where it begins. Events name books that the client may see, never what they contain: the client
/// asks for what it shows, and is shown what it may see.
///
/// A client that may see only some books must not learn that others changed. The number of a change would show it, so all events
/// of such a client have the same id and no number. When the client reconnects, it gets `reload`.
final class CatalogEvents: Sendable {
  /// Somebody who is told.
  private struct Listener {
    let stream: EventStream
    let viewer: Viewer
    /// The number of the last change that it knows of.
    var last: Int64
    /// The number of books that there are for a viewer with limits.
    var count: Int?
    /// Whether it may be told still: its account may go while it listens.
    let isAdmitted: @Sendable () -> Bool

    var question: Question { Question(viewer: viewer, since: last) }
  }

  /// What is looked up for a listener, once for all who want to know the same.
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

  /// Tells a stream of changes from now on, and at once of those that the client missed.
  ///
  /// - Parameter isAdmitted: is asked before each event whether the client may be told; where it may not, the stream ends.
  /// - Throws: ``Problem``; another error where the catalog fails.
  func follow(
    _ stream: EventStream, _ request: RoutedRequest, while isAdmitted: @escaping @Sendable () -> Bool
  ) throws {
    let id = ObjectIdentifier(stream)
    let isLimited = request.viewer.books != .all
    let lastID = request.request.lastEventID
    let known = isLimited ? nil : knownChange(lastID)
    // From before the number is read, so that nothing is missed between the two.
    let changes = try catalog.catalog.changes()
    let (newest, books) = try catalog.catalog.read { snapshot in
      (try snapshot.changeNumber(), try count(of: request.viewer, snapshot))
    }
    // In front of all else, also where the watch ends at once.
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
    // Also what came between the look at the number and now, where others had the watch going.
    try tell([id])
  }

  /// Has all who listen ask again for what they show: of what is no change of the catalog.
  func reloadAll() {
    for listener in state.withLock({ Array($0.listeners.values) }) where isTold(listener) {
      listener.stream.send(.reload)
    }
  }

  /// Whether somebody may be told; whoever may not is told nothing more.
  private func isTold(_ listener: Listener) -> Bool {
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
        // Whoever listened connects again, and is told why that fails.
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

  /// Tells listeners of what they do not know yet.
  private func tell(_ ids: [ObjectIdentifier]) throws {
    let ids = ids.filter { id in state.withLock { $0.listeners[id] }.map(isTold) ?? false }
    let questions = state.withLock { state in Set(ids.compactMap { state.listeners[$0]?.question }) }
    let news = try catalog.catalog.read { snapshot in
      try questions.map { question in
        let view = try ServedView(snapshot, question.viewer, catalog.facets)
        return (question, try view.changes(after: question.since), try count(of: question.viewer, snapshot))
      }
    }
    for (question, (change, newest), count) in news {
      guard let change else {
        learn(newest, count, question, ids)
        continue
      }
      let told = event(change, newest, to: question.viewer)
      for listener in learn(newest, count, question, ids) {
        // The changed books are not named. A viewer with limits gets the event only if the number of their books changed.
        if change == .many, count != nil, listener.count == count { continue }
        listener.stream.send(told)
      }
    }
  }

  /// Notes what listeners know after a look at the file.
  ///
  /// - Returns: Those who asked the question, as they were before.
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

  /// Counts the books that there are for a viewer with limits; `nil` for others.
  private func count(of viewer: Viewer, _ snapshot: CatalogSnapshot) throws -> Int? {
    viewer.books == .all ? nil : try ServedView(snapshot, viewer, catalog.facets).count(of: "")
  }

  private func event(_ change: CatalogChange, _ newest: Int64, to viewer: Viewer) -> ServerEvent {
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    if viewer.books == .all { json.member("change", newest) }
    json.key("books")
    if case .books(let books) = change {
      json.beginArray()
      for book in books { json.integer(book) }
      json.endArray()
    } else {
      json.null()
    }
    json.endObject()
    let id = viewer.books == .all ? eventID(newest) : catalog.mark
    return ServerEvent(String(decoding: json.bytes, as: UTF8.self), id: id, name: "change")
  }

  private func eventID(_ number: Int64) -> String { "\(catalog.mark)-\(number)" }

  /// The number of the change that a client knows of; -1, before all of them, where it knows one of another serving.
  private func knownChange(_ id: String?) -> Int64? {
    guard let id else { return nil }
    let prefix = "\(catalog.mark)-"
    guard id.hasPrefix(prefix), let number = Int64(id.dropFirst(prefix.count)), number >= 0 else { return -1 }
    return number
  }
}
