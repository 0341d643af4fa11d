import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// What did not hold, in words, with the number of the invariant.
struct SimulationViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The layers of the sources and the user, kept beside the catalog and by other rules than its own: an answer may have been
/// stored or not, so each record has a set of states in which it may be, out of which what the file says is the true one.
struct SimulationOracle {
  typealias Key = CatalogImage.Key
  typealias Place = CatalogImage.Place

  struct RecordState: Hashable {
    /// `nil` while the catalog has no such record.
    var delivered: [BookField: String]?
    var isTombstone = false
    /// What is in quarantine.
    var kept: CatalogImage.Kept?
    /// Whether the step that brought its book was undone.
    var isUndone = false
  }

  /// The user's word on a field.
  enum Word: Equatable {
    /// The source's value then, and the user's.
    case value(base: String?, String?)
    case tags(added: Set<String>, removed: Set<String>)

    /// The source's value then; `nil` for tags.
    var base: String?? {
      if case .value(let base, _) = self { .some(base) } else { nil }
    }
  }

  /// All that is known between two steps.
  struct Knowledge {
    var records: [Key: RecordState] = [:]
    /// Which book each record is about; it stays that one.
    var books: [Key: Book.ID] = [:]
    var words: [Place: Word] = [:]
    /// What the user said of personal fields; `nil` where the user said that there is nothing.
    var hands: [Place: String?] = [:]
    /// The fields that the user made, renamed or removed, as they are since.
    var fieldWords: [OwnField.ID: CatalogImage.Own] = [:]
    var removed: Set<Book.ID> = []
    /// The books that the user ever edited or set anything of, or that an undo brought back: they may stay when their source has
    /// them no more.
    var kept: Set<Book.ID> = []
    var positions: [String: CatalogImage.Position] = [:]
    /// When sources had the books of records no more.
    var gone: [Key: Int64] = [:]
    /// What the sources called each book last: a title that nobody says any more stays.
    var titles: [Book.ID: String] = [:]
    /// The sources that were removed; books that were hidden then are still theirs.
    var removedSources: Set<String> = []
    /// The books whose step is undone.
    var undone: Set<Book.ID> = []
    /// Where a source's word need not show until it says another one: somebody took back what they had said of a personal field,
    /// and was stopped meanwhile, or the source had spoken since they said it.
    var doubted: Set<Place> = []
    /// The fields of which somebody was stopped while undoing or redoing what had been done to them: they come back with a
    /// delivery, as if nobody had removed them before.
    var doubtedFields: Set<OwnField.ID> = []

    /// Whether the user has something to say of a book.
    func isTouched(_ id: Book.ID) -> Bool {
      words.keys.contains { $0.book == id } || hands.contains { $0.key.book == id && $0.value != nil }
    }
  }

  var known = Knowledge()
  /// The sources in the order in which the catalog came to know them.
  var precedence: [String] = []
  /// The ranks that merges and removals of sources gave records; what a removal shows tells if they are right.
  var ranks: [Key: Int64] = [:]
  /// The sources that are the user's own.
  var mine: Set<String> = []
  /// The sources that were the user's own when they had a book.
  var tellers: [Book.ID: Set<String>] = [:]
  /// All that such sources have ever said of personal fields.
  var said: [Place: Set<String>] = [:]

  /// Takes in what the file says after a source was read.
  ///
  /// - Parameters:
  ///   - answers: what it answered, in order; empty when it was not asked.
  ///   - mandatory: the answers that must have been stored, by their numbers.
  ///   - tombstones: what may be removed by an enumeration.
  ///   - forgotten: what may have left the quarantine, since an enumeration did not mention it.
  ///   - decoder: the version of the rules by which the source is read.
  ///   - retries: whether what an older version kept was read again.
  mutating func take(
    _ image: CatalogImage, of source: String? = nil, answers: [SimulatedServer.Answer] = [], mandatory: Set<Int> = [],
    tombstones: Set<String> = [], forgotten: Set<String> = [], decoder: Int = 1, retries: Retries = .none
  ) throws {
    var options: [Key: Set<RecordState>] = [:]
    for (key, state) in known.records {
      var state = state
      state.isUndone = known.books[key].map(known.undone.contains) ?? false
      options[key] = [state]
    }
    if let source {
      retry(source, decoder, retries, &options)
      for (number, answer) in answers.enumerated() {
        for item in answer.items {
          guard let remoteID = item.remoteID else { continue }
          let key = Key(source: source, remoteID: remoteID)
          let before = options[key] ?? [RecordState()]
          let after = Set(before.flatMap { $0.hearing(item, decoder) })
          options[key] = mandatory.contains(number) ? after : before.union(after)
        }
      }
      for (key, states) in options where key.source == source && tombstones.contains(key.remoteID) {
        options[key] = states.union(states.map { $0.delivered == nil ? $0 : $0.with { $0.isTombstone = true } })
      }
    }
    for (key, states) in options where key.source == source && forgotten.contains(key.remoteID) {
      options[key] = states.union(states.map { $0.with { $0.kept = nil } })
    }
    try settle(options, image)
  }

  /// Takes in that refreshes were undone or done again, in part or whole: each record of their sources says what it said at
  /// one of these times, or what it says since.
  mutating func takeBack(_ image: CatalogImage, of sources: Set<String>, to times: [Knowledge]) throws {
    var options: [Key: Set<RecordState>] = [:]
    var keys = Set(known.records.keys)
    for time in times { keys.formUnion(time.records.keys) }
    for key in keys {
      let state = known.records[key] ?? RecordState()
      options[key] = [state]
      guard sources.contains(key.source) else { continue }
      for time in times {
        // Quarantine is none of the history's, and whether the source has it a later refresh may know better.
        let other = (time.records[key] ?? RecordState()).with { $0.kept = state.kept }
        options[key]?.insert(other)
        if other.delivered != nil { options[key]?.insert(other.with { $0.isTombstone = state.isTombstone }) }
      }
      // A book that came in with the step and was told of twice by it: nobody sees what its record says meanwhile.
      if let record = image.records[key], image.books[record.book]?.hidden == 4 {
        options[key]?.insert(
          RecordState(delivered: record.delivered, isTombstone: record.isTombstone, kept: state.kept))
      }
    }
    try settle(options, image)
  }

  /// Takes in what the file says of the sources' values when the user edited, where that may be so.
  mutating func takeAgreed(_ image: CatalogImage, where isPossible: (Self, Place, String?) -> Bool) {
    for case (let place, .value(_, let mine)) in known.words {
      guard let base = image.bases[place], isPossible(self, place, base) else { continue }
      known.words[place] = .value(base: base, mine)
    }
  }

  enum Retries { case none, possible, certain }

  private func retry(_ source: String, _ decoder: Int, _ retries: Retries, _ options: inout [Key: Set<RecordState>]) {
    guard retries != .none else { return }
    for (key, states) in options where key.source == source {
      let after = Set(states.map { $0.retried(by: decoder) })
      options[key] = retries == .certain ? after : states.union(after)
    }
  }

  /// Takes what the file says out of what is possible.
  private mutating func settle(_ options: [Key: Set<RecordState>], _ image: CatalogImage) throws {
    var keys = Set(options.keys).union(image.records.keys)
    keys.formUnion(image.quarantine.keys.filter { !$0.remoteID.hasPrefix("bytes ") })
    for key in keys.sorted() {
      let record = image.records[key]
      let actual = RecordState(
        delivered: record?.delivered, isTombstone: record?.isTombstone ?? false, kept: image.quarantine[key])
      let possible = options[key] ?? [RecordState()]
      guard possible.contains(where: { $0.with { $0.isUndone = false } == actual }) else {
        throw SimulationViolation(
          "I4: \(key.remoteID) is \(actual.text), and can be \(possible.map(\.text).sorted().joined(separator: " or "))"
        )
      }
      known.records[key] = actual
      known.gone[key] = record?.gone
      guard let book = record?.book else {
        known.books[key] = nil
        continue
      }
      // A record whose step was undone joins the book that another source has brought in since.
      let isJoining = known.books[key].map(known.undone.contains) == true && image.books[book]?.hidden == 0
      if let before = known.books[key], before != book, !isJoining {
        throw SimulationViolation("I1: \(key.remoteID) was book \(before) and is book \(book)")
      }
      known.books[key] = book
    }
    known.undone = Set(image.books.filter { $0.value.hidden == 4 }.keys)
  }
}

extension SimulationOracle.RecordState {
  func with(_ change: (inout Self) -> Void) -> Self {
    var result = self
    change(&result)
    return result
  }

  /// The states in which it may be once it was told something.
  func hearing(_ item: SimulatedItem, _ decoder: Int) -> [Self] {
    if case .untitled(_, let row) = item { return hearing(row) }
    let state = with { state in
      switch item {
      case .delivered(_, let statements): state.hear(statements)
      case .untitled: break
      case .present: state.isTombstone = false
      case .removed:
        state.isTombstone = state.delivered != nil
        state.kept = nil
      case .bad(_, let payload):
        state.kept = CatalogImage.Kept(payload: payload, decoder: decoder)
        state.isTombstone = false
      }
    }
    return [state]
  }

  private func hearing(_ row: UntitledRow) -> [Self] {
    let taken = with { $0.hear(row.statements) }
    let asked = with { state in
      switch row.answer {
      case .known(let completion): state.hear(row.statements.merging(completion) { $0 ?? $1 })
      // Rows are read by no version of rules.
      case .none: state.kept = CatalogImage.Kept(payload: row.payload, decoder: 0)
      case .unknown: break
      }
    }
    guard delivered == nil, let isThere = row.isThere else { return delivered == nil ? [taken, asked] : [taken] }
    return [isThere ? taken : asked]
  }

  /// Read again with a newer decoder.
  func retried(by decoder: Int) -> Self {
    guard let kept, kept.decoder < decoder, let decoded = try? SimulatedPayload.decode(kept.payload) else {
      return self
    }
    return with { $0.hear(SimulatedRules.read(decoded.statements, by: decoder)) }
  }

  private mutating func hear(_ statements: Statements) {
    // What was undone is asked for anew; only its title stays, which a book needs.
    var values = isUndone ? (delivered ?? [:]).filter { $0.key == .title } : delivered ?? [:]
    for (field, text) in statements where simulatedFields.contains(field) {
      if text == nil, field == .title { continue }
      values[field] = text
    }
    (delivered, isTombstone, kept, isUndone) = (values, false, nil, false)
  }

  var text: String {
    let values = delivered.map { delivered in
      delivered.map { "\($0.key.rawValue)=\($0.value)" }.sorted().joined(separator: ", ")
    }
    return "{\(values ?? "not there")\(isTombstone ? ", gone" : "")\(kept == nil ? "" : ", in quarantine")}"
  }
}
