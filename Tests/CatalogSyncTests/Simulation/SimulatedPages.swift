import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// Paging of a simulated server.
extension SimulatedServer.State {
  typealias Draft = (page: SourcePage, items: [SimulatedItem], enumeration: Int?)

  mutating func answer(to request: SourceRequest, _ kind: SimulatedServer.Kind, server: String) throws -> Draft {
    let parts = request.cursor.map { $0.split(separator: ":").map(String.init) } ?? []
    let known = parts.count > 1 ? Int(parts[1]) : nil
    if request.cursor != nil, known != epoch {
      guard weather.answersOldCursors else { throw refusal(server) }
      return (SourcePage(items: [], cursor: "c:\(epoch):\(time)", isLast: true, epoch: String(epoch)), [], nil)
    }
    switch (kind, parts.first) {
    case (.feed, "c"):
      let since = Int(parts[2]) ?? 0
      guard since >= horizon else { throw refusal(server) }
      return try changes(since: since, request)
    case (.feed, _): return try enumeration(parts, request, isStable: true, end: "c:\(epoch):")
    case (.list(let isStable), _): return try enumeration(parts, request, isStable: isStable, end: nil)
    }
  }

  private func refusal(_ server: String) -> SourceFailure {
    SourceFailure(.cursorRefused, server, cause: "it does not know the cursor any more")
  }

  /// Returns the next records changed since a time, in their current state.
  private func changes(since: Int, _ request: SourceRequest) throws -> Draft {
    let changed = entries.filter { $0.value.changed > since }
      .sorted { ($0.value.changed, $0.key) < ($1.value.changed, $1.key) }
    // Records that changed at one time stay together, because the cursor is a time.
    var count = min(weather.pageSize, changed.count)
    while count > 0, count < changed.count, changed[count].value.changed == changed[count - 1].value.changed {
      count += 1
    }
    var items = changed[..<count].map { item($0.key) }
    if weather.repeats, let first = items.first { items.append(first) }
    let isLast = count == changed.count
    let cursor = isLast ? time : changed[count - 1].value.changed
    return try draft(items, cursor: "c:\(epoch):\(cursor)", isLast: isLast, .changes, enumeration: nil)
  }

  /// Returns the next entries of an enumeration over the entries at its beginning. Its cursor consists of the epoch,
  /// the enumeration, the time of its beginning, and the position.
  private mutating func enumeration(
    _ parts: [String], _ request: SourceRequest, isStable: Bool, end: String?
  ) throws -> Draft {
    let number: Int
    if parts.isEmpty {
      number = enumerations.count
      enumerations.append(
        SimulatedServer.Enumeration(list: entries.filter { $0.value.statements != nil }.keys.sorted()))
    } else {
      number = Int(parts[2]) ?? 0
    }
    let (began, offset) = parts.isEmpty ? (time, 0) : (Int(parts[3]) ?? 0, Int(parts[4]) ?? 0)
    let list = enumerations[number].list
    let stop = min(offset + weather.pageSize, list.count)
    var dice = SeededGenerator(seed: weather.seed &+ UInt64(number * 100 + offset))
    var items: [SimulatedItem] = []
    for remoteID in list[offset..<stop] where entries[remoteID]?.statements != nil {
      if !isStable, weather.skips, !skipped.contains(remoteID), dice.oneIn(3) {
        skipped.insert(remoteID)
        continue
      }
      items.append(item(remoteID))
    }
    if weather.repeats, offset > 0, let entry = entries[list[offset - 1]], entry.statements != nil {
      items.insert(item(list[offset - 1]), at: 0)
    }
    if sendsJunk, offset == 0 { items.append(.bad(nil, payload: SimulatedPayload.junk)) }
    if items.contains(where: { $0.remoteID == nil }) { enumerations[number].isBroken = true }
    let isLast = stop == list.count
    let next = isLast ? end.map { $0 + String(began) } : "w:\(epoch):\(number):\(began):\(stop)"
    return try draft(
      items, cursor: next, isLast: isLast, .fullEnumeration(begins: parts.isEmpty, isStable: isStable),
      enumeration: number)
  }

  private func item(_ remoteID: String) -> SimulatedItem {
    guard let entry = entries[remoteID], let statements = entry.statements else { return .removed(remoteID) }
    if entry.isBad { return .bad(remoteID, payload: SimulatedPayload.encode(remoteID, statements)) }
    if weather.saysPresent, heard[remoteID] == entry.changed { return .present(remoteID) }
    return .delivered(remoteID, SimulatedRules.read(statements, by: decoder))
  }

  private func draft(
    _ items: [SimulatedItem], cursor: String?, isLast: Bool, _ coverage: SourceCoverage, enumeration: Int?
  ) throws -> Draft {
    let page = SourcePage(
      items: try items.map { try $0.item() }, cursor: cursor, isLast: isLast, coverage: coverage, epoch: String(epoch))
    return (page, items, enumeration)
  }
}
