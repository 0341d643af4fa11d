import CatalogTestSupport
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// A server with a state of its own: a feed with a log of changes, or a list that is read from its beginning each time.
final class SimulatedServer: Sendable {
  enum Kind: Sendable, Equatable {
    /// A feed that is enumerated once and then delivers changes; its cursors expire, and it may begin a new epoch.
    case feed
    /// A list that delivers everything each time; `false` if entries slip between pages.
    case list(isStable: Bool)
  }

  /// The faults of a single read.
  struct Weather: Sendable {
    /// The maximum number of records per page.
    var pageSize = 3
    /// The number of the request that fails, and the reason; the request succeeds when repeated.
    var failure: (at: Int, SourceFailure.Code)?
    /// True if answers repeat entries of the previous page.
    var repeats = false
    /// True if an unstable list leaves entries out.
    var skips = false
    /// True if a cursor of an earlier epoch gets a page of the new one.
    var answersOldCursors = false
    /// True if unchanged records are only mentioned.
    var saysPresent = false
    /// The seed of record changes during the read.
    var change: UInt64?
    var seed: UInt64 = 0
  }

  /// An answer as the oracle knows it.
  struct Answer: Sendable {
    let cursor: String?
    let items: [SimulatedItem]
    let isLast: Bool
    /// The enumeration of the page.
    let enumeration: Int?
    let page: SourcePage
  }

  struct Entry: Sendable {
    /// The statements; `nil` once the record is deleted.
    var statements: Statements?
    var isBad = false
    var changed: Int
  }

  /// An enumeration over the entries at its beginning.
  struct Enumeration: Sendable {
    let list: [String]
    /// True if it delivered an item that cannot be attributed to a record.
    var isBroken = false
  }

  struct State: Sendable {
    var entries: [String: Entry] = [:]
    var time = 0
    /// The time before which deletions are forgotten.
    var horizon = 0
    var epoch = 1
    var decoder = 1
    var sendsJunk = false
    var enumerations: [Enumeration] = []
    /// The records left out since they were last mentioned to a reader that received them.
    var skipped: Set<String> = []
    /// The last change time of each record that the catalog has received.
    var heard: [String: Int] = [:]
    // The state of the current refresh:
    var weather = Weather()
    var questions = 0
    var answers: [Answer] = []
  }

  /// The name in the simulation, whatever the catalog's name is.
  let name: String
  let kind: Kind
  let usesValidators: Bool
  private let state = Mutex(State())

  init(_ name: String, _ kind: Kind, usesValidators: Bool) {
    (self.name, self.kind, self.usesValidators) = (name, kind, usesValidators)
  }

  func change<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { (state: inout State) in body(&state) }
  }

  /// The prefix of its records' names; a server that replaces another has the same one.
  var prefix: String { String(name.prefix(1)) }

  var snapshot: State { state.withLock { $0 } }

  /// Changes some records as the server's owner does.
  func change(_ generator: inout SeededGenerator) {
    var dice = generator
    change { state in
      for _ in 0...Int.random(in: 0...2, using: &dice) { state.change(&dice, server: prefix) }
    }
    generator = dice
  }

  /// Answers a request and records the answer.
  func page(_ request: SourceRequest) throws -> SourceAnswer {
    try state.withLock { (state: inout State) throws -> SourceAnswer in
      state.questions += 1
      if let failure = state.weather.failure, state.questions == failure.at {
        throw SourceFailure(failure.1, name, cause: "it was made to fail")
      }
      let validators = SourceValidators(etag: "\(state.epoch) \(state.time) \(state.sendsJunk)")
      if usesValidators, request.validators == validators { return .unchanged }
      var answer = try state.answer(to: request, kind, server: name)
      // A source does not claim that a list that leaves entries out is the same the next time.
      let isWhole = kind != .list(isStable: false) || !state.weather.skips
      if usesValidators, isWhole, request.size == SyncCore.firstSize { answer.page.validators = validators }
      state.answers.append(
        Answer(
          cursor: request.cursor, items: answer.items, isLast: answer.page.isLast, enumeration: answer.enumeration,
          page: answer.page))
      if let seed = state.weather.change {
        var dice = SeededGenerator(seed: seed &+ UInt64(state.questions))
        if dice.oneIn(2) { state.change(&dice, server: prefix) }
      }
      return .page(answer.page)
    }
  }
}

extension SimulatedServer.State {
  /// Makes one change: usually to a record, rarely to the server's epoch.
  mutating func change(_ dice: inout SeededGenerator, server: String) {
    time += 1
    let work = Int.random(in: 0..<7, using: &dice)
    let remoteID = "\(server)\(work)"
    switch Int.random(in: 0..<20, using: &dice) {
    case 0..<12: entries[remoteID] = .init(statements: dice.statements(of: work), changed: time)
    case 12..<15:
      guard entries[remoteID]?.statements != nil else { return }
      entries[remoteID] = .init(statements: nil, changed: time)
    case 15..<17:
      guard let entry = entries[remoteID], entry.statements != nil else { return }
      entries[remoteID]?.isBad.toggle()
      entries[remoteID]?.changed = time
    case 17: sendsJunk.toggle()
    case 18:
      epoch += 1
      forget()
    default: forget()
    }
  }

  /// Forgets the deletions, which later readers do not learn of.
  private mutating func forget() {
    horizon = time
    entries = entries.filter { $0.value.statements != nil }
  }

  /// Makes every record complete and readable by all.
  mutating func settle(_ dice: inout SeededGenerator) {
    time += 1
    sendsJunk = false
    for remoteID in entries.keys.sorted() where entries[remoteID]?.statements != nil {
      let work = Int(String(remoteID.drop { !$0.isNumber })) ?? 0
      entries[remoteID] = .init(statements: dice.statements(of: work, mentionsAll: true), changed: time)
    }
    skipped = []
    heard = [:]
  }
}
