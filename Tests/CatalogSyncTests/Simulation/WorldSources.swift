import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// The user's changes to the sources of a simulated world: renaming one, or replacing its server.
extension SimulatedWorld {
  /// Returns the catalog's name for the source of a server.
  func name(of server: SimulatedServer) -> String { names[server.name] ?? server.name }

  /// Returns the source of a server, once the catalog knows it.
  func known(_ server: SimulatedServer) throws -> CatalogSource? {
    try catalog.view { try $0.sources() }.first { $0.name == name(of: server) }
  }

  /// Renames a source while it is refreshed.
  func rename(_ server: SimulatedServer, _ seed: UInt64) throws {
    try take(try image(), server, mandatory: [])
    var dice = SeededGenerator(seed: seed)
    try rename(server, &dice)
  }

  /// Replaces a source while it is refreshed.
  func replace(_ server: SimulatedServer, _ seed: UInt64) throws {
    try take(try image(), server, mandatory: [])
    var dice = SeededGenerator(seed: seed)
    try replace(server, &dice)
  }

  /// Renames a source, and sometimes gives its old name to another source that is never read.
  func rename(_ server: SimulatedServer, _ dice: inout SeededGenerator) throws {
    guard let source = try known(server) else { return }
    let name = "\(server.prefix)-called-\(dice.next() % 1_000_000)"
    _ = try catalog.write { try $0.setSource(source.name, [.name(name)]) }
    (names[server.name], labels[source.id]) = (name, server.name)
    tell("rename \(source.name) to \(name)")
    if dice.oneIn(2) {
      let other = try catalog.write {
        try $0.addSource(source.name, kind: source.kind, location: "beside \(name)")
      }
      labels[other.id] = "beside \(name)"
    }
    try observe()
  }

  /// Removes a source and adds another under its name, which starts empty; its records have the same names as the first
  /// one's.
  func replace(_ server: SimulatedServer, _ dice: inout SeededGenerator) throws {
    guard let source = try known(server) else { return }
    let (before, removal) = (try image(), dice.pick(SourceRemoval.allCases))
    try catalog.removeTheSource(source.name, removal)
    labels[source.id] = server.name
    try oracle.takeRemoval(try image(), of: server.name, before, removal)
    let next = SimulatedServer(
      "\(server.prefix)\(source.id.rawValue + 10)", dice.pick([.feed, .list(isStable: true), .list(isStable: false)]),
      usesValidators: dice.oneIn(2))
    for _ in 0..<3 { next.change(&dice) }
    let added = try catalog.write {
      try $0.addSource(source.name, kind: next.sourceKind, location: "place of \(next.name)")
    }
    (names[next.name], labels[added.id]) = (source.name, next.name)
    oracle.precedence.append(next.name)
    exchange(server, for: next)
    forgetSteps()
    lastImport?.isUntouched = false
    tell("replace \(server.name) (\(removal)) by \(next.name), a \(next.kind)")
    try observe()
  }

  /// Checks that a refresh noticed the removal of its server, unless it had nothing left to do, and stored nothing
  /// more.
  func checkReplaced(_ server: SimulatedServer, _ report: RefreshReport?, _ incident: Incident) throws {
    var isBegun = false
    if case .replaces(1..., _) = incident { isBegun = true }
    // It may have failed before and reported that.
    let hasEnded = [.complete, .elsewhere].contains(report?.outcome) || report?.failure != nil
    guard isBegun && hasEnded || report?.failure?.code == .removed else {
      throw SimulationViolation(
        "\(server.name) was removed while it was read, and that ended \(report.map { "\($0.outcome)" } ?? "in a crash")"
      )
    }
    try observe()
  }
}

extension SimulatedServer {
  var sourceKind: CatalogSource.Kind {
    switch kind {
    case .feed: .feed
    case .list(let isStable): isStable ? .file : .opds
    }
  }
}

extension SimulationOracle {
  /// Records the removal of a source. Every book shows the same values, unless the books were removed as well and the
  /// user never touched them: then it is hidden, or shows the values of other sources. The source's records are local
  /// or tombstones.
  mutating func takeRemoval(
    _ image: CatalogImage, of source: String, _ before: CatalogImage, _ removal: SourceRemoval
  ) throws {
    let local = SourceTable.localName
    guard !image.quarantine.keys.contains(where: { $0.source == source }) else {
      throw SimulationViolation("\(source) was removed, and something of it is in quarantine")
    }
    for (id, book) in before.books where image.books[id] != book {
      let others = known.books.filter { $0.value == id && $0.key.source != source }.map(\.key)
      let hidden = others.allSatisfy { known.records[$0]?.isTombstone == true } ? 2 : 0
      guard removal == .removeBooks, book.hidden == 0, image.books[id]?.hidden == hidden, !known.isTouched(id)
      else {
        throw SimulationViolation(
          "removing \(source) made of book \(id) \(book) \(String(describing: image.books[id]))")
      }
    }
    let keys = Set(known.records.keys).union(image.records.keys)
    for key in keys where key.source == source || key.source == local {
      let record = image.records[key]
      known.records[key] = RecordState(
        delivered: record?.delivered, isTombstone: record?.isTombstone ?? false, kept: image.quarantine[key])
      known.books[key] = record?.book
    }
    known.removedSources.insert(source)
    // It ranks after imported files.
    if !precedence.contains(local) { precedence.insert(local, at: precedence.first == SimulatedWorld.list ? 1 : 0) }
  }
}
