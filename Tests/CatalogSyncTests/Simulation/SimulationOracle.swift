import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// A violated invariant, in words, with its number.
struct SimulationViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The layers of the sources and the user, tracked independently of the catalog and by other rules. Since an answer may
/// have been stored or not, each record has a set of possible states, and the file reveals the true one.
struct SimulationOracle {
  typealias Key = CatalogImage.Key
  typealias Place = CatalogImage.Place

  struct RecordState: Hashable {
    /// The values; `nil` while the catalog has no such record.
    var delivered: [BookField: String]?
    var isTombstone = false
    /// The quarantined contents.
    var kept: CatalogImage.Kept?
    /// True if the step that added its book was undone.
    var isUndone = false
  }

  /// The user's statement about a field.
  enum Word: Equatable {
    /// The source's value at that time, and the user's.
    case value(base: String?, String?)
    case tags(added: Set<String>, removed: Set<String>)

    /// The source's value at that time; `nil` for tags.
    var base: String?? {
      if case .value(let base, _) = self { .some(base) } else { nil }
    }
  }

  /// The complete knowledge between two steps.
  struct Knowledge {
    var records: [Key: RecordState] = [:]
    /// The book of each record.
    var books: [Key: Book.ID] = [:]
    var words: [Place: Word] = [:]
    /// The user's statements about personal fields; `nil` if the user cleared the field.
    var hands: [Place: String?] = [:]
    /// The current state of the fields that the user created, renamed or removed.
    var fieldWords: [OwnField.ID: CatalogImage.Own] = [:]
    var removed: Set<Book.ID> = []
    /// The books that the user ever edited, or that an undo restored: they may stay when their source loses them.
    var kept: Set<Book.ID> = []
    var positions: [String: CatalogImage.Position] = [:]
    /// The times at which sources lost the books of records.
    var gone: [Key: Int64] = [:]
    /// The last title of each book from the sources: a title that no source states any more stays.
    var titles: [Book.ID: String] = [:]
    /// The removed sources; books hidden with them still belong to them.
    var removedSources: Set<String> = []
    /// The books whose step is undone.
    var undone: Set<Book.ID> = []
    /// The places where a source's value need not show until it states another one: the undo of a personal statement
    /// was interrupted, or the source had delivered since the statement.
    var doubted: Set<Place> = []
    /// The fields with an interrupted undo or redo: they return with a delivery, as if they had not been removed
    /// before.
    var doubtedFields: Set<OwnField.ID> = []

    /// Returns true if the user has made statements about a book.
    func isTouched(_ id: Book.ID) -> Bool {
      words.keys.contains { $0.book == id } || hands.contains { $0.key.book == id && $0.value != nil }
    }
  }

  var known = Knowledge()
  /// The sources in the order in which the catalog learned of them.
  var precedence: [String] = []
  /// The ranks that merges and removals of sources gave records; the result of a removal shows if they are right.
  var ranks: [Key: Int64] = [:]
  /// The sources that are the user's own.
  var mine: Set<String> = []
  /// The sources that were the user's own when they had a book.
  var ownSources: [Book.ID: Set<String>] = [:]
  /// All statements that such sources ever made about personal fields.
  var statedValues: [Place: Set<String>] = [:]

  /// Records the contents of the file after a source was read.
  ///
  /// - Parameters:
  ///   - answers: The answers of the source, in order; empty if it was not asked.
  ///   - mandatory: The numbers of the answers that must have been stored.
  ///   - tombstones: The records that an enumeration may remove.
  ///   - forgotten: The records that may have left the quarantine, because an enumeration did not mention them.
  ///   - decoder: The version of the rules by which the source is read.
  ///   - retries: True if records kept by an older version were read again.
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

  /// Records that refreshes were undone or redone, in part or completely: each record of their sources has its values
  /// of one of these times, or newer ones.
  mutating func takeBack(_ image: CatalogImage, of sources: Set<String>, to times: [Knowledge]) throws {
    var options: [Key: Set<RecordState>] = [:]
    var keys = Set(known.records.keys)
    for time in times { keys.formUnion(time.records.keys) }
    for key in keys {
      let state = known.records[key] ?? RecordState()
      options[key] = [state]
      guard sources.contains(key.source) else { continue }
      for time in times {
        // The quarantine is not part of the history, and a later refresh may know better if the source has the record.
        let other = (time.records[key] ?? RecordState()).with { $0.kept = state.kept }
        options[key]?.insert(other)
        if other.delivered != nil { options[key]?.insert(other.with { $0.isTombstone = state.isTombstone }) }
      }
      // A book that the step added and mentioned twice: its record's values are not visible in between.
      if let record = image.records[key], image.books[record.book]?.hidden == 4 {
        options[key]?.insert(
          RecordState(delivered: record.delivered, isTombstone: record.isTombstone, kept: state.kept))
      }
    }
    try settle(options, image, times: times)
  }

  /// Records the sources' values at the time of edits from the file, where they are possible.
  mutating func takeAgreed(_ image: CatalogImage, where isPossible: (Self, Place, String?) -> Bool) {
    for case (let slot, .value(_, let mine)) in known.words {
      guard let base = image.bases[slot], isPossible(self, slot, base) else { continue }
      known.words[slot] = .value(base: base, mine)
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

  /// Picks the file's contents from the possible ones.
  ///
  /// - Parameter times: The times to which undo or redo returned: a record may be in its book of then again.
  private mutating func settle(
    _ options: [Key: Set<RecordState>], _ image: CatalogImage, times: [Knowledge] = []
  ) throws {
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
      let wasTombstone = known.records[key]?.isTombstone == true
      known.records[key] = actual
      known.gone[key] = record?.gone
      guard let book = record?.book else {
        known.books[key] = nil
        continue
      }
      // A record of a hidden book, or whose step was undone, joins the book that another source has added since.
      let wasHidden = known.books[key].map { known.undone.contains($0) || wasTombstone && image.books[$0]?.hidden == 2 }
      let isJoining = wasHidden == true && image.books[book]?.hidden == 0
      let isReturning = times.contains { $0.books[key] == book }
      if let before = known.books[key], before != book, !isJoining, !isReturning {
        throw SimulationViolation("I1: \(key.remoteID) was book \(before) and is book \(book)")
      }
      if let before = known.books[key], before != book { shareStatements(of: before, with: book) }
      known.books[key] = book
    }
    known.undone = Set(image.books.filter { $0.value.hidden == 4 }.keys)
  }

  /// Lets a book show what the sources of another one have stated, because one of their records has moved to it.
  private mutating func shareStatements(of other: Book.ID, with book: Book.ID) {
    for (slot, values) in statedValues where slot.book == other {
      statedValues[Place(book: book, field: slot.field), default: []].formUnion(values)
    }
  }
}

extension SimulationOracle.RecordState {
  func with(_ change: (inout Self) -> Void) -> Self {
    var result = self
    change(&result)
    return result
  }

  /// Returns the possible states after an item is received.
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
    let completed = with { state in
      switch row.answer {
      case .known(let completion): state.hear(row.statements.merging(completion) { $0 ?? $1 })
      // Rows have no rules version.
      case .none: state.kept = CatalogImage.Kept(payload: row.payload, decoder: 0)
      case .unknown: break
      }
    }
    guard delivered == nil, let isThere = row.isThere else { return delivered == nil ? [taken, completed] : [taken] }
    return [isThere ? taken : completed]
  }

  /// Returns the state after a newer decoder reads it again.
  func retried(by decoder: Int) -> Self {
    guard let kept, kept.decoder < decoder, let decoded = try? SimulatedPayload.decode(kept.payload) else {
      return self
    }
    return with { $0.hear(SimulatedRules.read(decoded.statements, by: decoder)) }
  }

  private mutating func hear(_ statements: Statements) {
    // Undone values are requested anew; only the title stays, because a book needs one.
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
