import CatalogTestSupport
import Synchronization

@testable import Catalog
@testable import CatalogModel

/// A server with a memory of its own: a feed with a log of changes, or a list that is read from its beginning each time.
final class SimulatedServer: Sendable {
  enum Kind: Sendable, Equatable {
    /// Is enumerated once, then says what changed; its cursors grow old, and it may begin a new epoch.
    case feed
    /// Everything each time; `false` where entries slip between pages.
    case list(isStable: Bool)
  }

  /// What goes wrong while it is read once.
  struct Weather: Sendable {
    /// How many records it gives at most.
    var pageSize = 3
    /// The number of the question that is not answered, and why; the same question is answered when it is asked again.
    var failure: (at: Int, SourceFailure.Code)?
    /// Whether answers repeat entries of the page before.
    var repeats = false
    /// Whether an unstable list leaves entries out.
    var skips = false
    /// Whether a cursor of an earlier epoch is answered by a page of the new one.
    var answersOldCursors = false
    /// Whether what has not changed is only said to be there.
    var saysPresent = false
    /// From which its records change while it is read.
    var change: UInt64?
    var seed: UInt64 = 0
  }

  /// An answer as the oracle knows it.
  struct Answer: Sendable {
    let cursor: String?
    let items: [SimulatedItem]
    let isLast: Bool
    /// The enumeration that the page is of.
    let enumeration: Int?
    let page: SourcePage
  }

  struct Entry: Sendable {
    /// `nil` once it is deleted.
    var statements: Statements?
    var isBad = false
    var changed: Int
  }

  /// An enumeration over what there was when it began.
  struct Enumeration: Sendable {
    let list: [String]
    /// Whether it said something that cannot be told from any record.
    var isBroken = false
  }

  struct State: Sendable {
    var entries: [String: Entry] = [:]
    var time = 0
    /// Before this time it does not know what was deleted.
    var horizon = 0
    var epoch = 1
    var decoder = 1
    var sendsJunk = false
    var enumerations: [Enumeration] = []
    /// What was left out since it was last mentioned to somebody who heard it.
    var skipped: Set<String> = []
    /// What the catalog heard of each record last, by the time of its change.
    var heard: [String: Int] = [:]
    // Of the refresh under way:
    var weather = Weather()
    var questions = 0
    var answers: [Answer] = []
  }

  /// What it is called here, whatever the catalog calls it.
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

  /// How the names of its records begin: those of a server that has taken another's place are the same.
  var prefix: String { String(name.prefix(1)) }

  var snapshot: State { state.withLock { $0 } }

  /// Changes some records as its owner does.
  func change(_ generator: inout SeededGenerator) {
    var dice = generator
    change { state in
      for _ in 0...Int.random(in: 0...2, using: &dice) { state.change(&dice, server: prefix) }
    }
    generator = dice
  }

  /// Answers a question, and remembers what it said.
  func page(_ request: SourceRequest) throws -> SourceAnswer {
    try state.withLock { (state: inout State) throws -> SourceAnswer in
      state.questions += 1
      if let failure = state.weather.failure, state.questions == failure.at {
        throw SourceFailure(failure.1, name, cause: "it was made to fail")
      }
      let validators = SourceValidators(etag: "\(state.epoch) \(state.time) \(state.sendsJunk)")
      if usesValidators, request.validators == validators { return .unchanged }
      var answer = try state.answer(to: request, kind, server: name)
      // Of a list that leaves entries out a source does not say that it is the same the next time.
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
  /// One change: mostly of a record, seldom of the server's epoch.
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

  /// Forgets what was deleted: who was not there does not hear of it.
  private mutating func forget() {
    horizon = time
    entries = entries.filter { $0.value.statements != nil }
  }

  /// Has every record say all there is to say, in a way that all can read.
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
