@testable import Catalog
@testable import CatalogModel

/// A step of a simulated catalog's history, with what was known before and after it: from these alone follows what undoing
/// and redoing it comes to, and whether what others did keeps it from that.
struct SimulatedStep {
  typealias Knowledge = SimulationOracle.Knowledge

  /// What took the step, if no person did by hand.
  enum Run: Equatable {
    case refresh(String)
    case load(String)

    var source: String {
      switch self {
      case .refresh(let source), .load(let source): source
      }
    }
  }

  let id: HistoryStep.ID
  /// Who made it; `nil` for the owner.
  var person: String?
  let run: Run?
  /// What was known when it was made, and what the file said.
  let before: Knowledge
  let shown: CatalogImage
  /// The steps that stood then; `nil` where somebody had stopped midway who was undoing or redoing one.
  let standing: Set<HistoryStep.ID>?
  /// What was known once it was made; `nil` until all of it is known.
  private(set) var made: Knowledge?
  private(set) var touches = Touches()
  /// What was known before it was undone for the first time.
  var after: Knowledge?
  /// What others had done of the same when it was undone last, and how many steps were made until then.
  var ground: (standing: Set<HistoryStep.ID>, made: Int) = ([], 0)
  /// What it did not say again when it was redone, since a source of the user's own had filled it in.
  var unsaid: Set<SimulationOracle.Place> = []
  /// Whether somebody stopped midway who was undoing or redoing it.
  var isPartial = false

  init(
    _ id: HistoryStep.ID, of person: String?, by run: Run?, _ before: Knowledge, _ shown: CatalogImage,
    standing: Set<HistoryStep.ID>?
  ) {
    (self.id, self.person, self.run, self.before, self.shown) = (id, person, run, before, shown)
    self.standing = standing
  }

  /// Takes in all that the step changed.
  mutating func end(_ after: CatalogImage, _ known: Knowledge) {
    made = known
    touches = Touches(from: (shown, before), to: (after, known), by: run)
  }

  var isRefresh: Bool {
    if case .refresh = run { true } else { false }
  }

  /// What a step changed, by which it is known whether two of them may be undone in either order.
  struct Touches {
    /// The fields of books that are the user's word now, or have another value.
    private(set) var fields: [Book.ID: Set<BookField>] = [:]
    /// The books whose readings or rating show something else, which follows from records and the user's word. Whether a step
    /// with an entry of such a field is in the way of another one cannot be told by what shows.
    private var derived: Set<Book.ID> = []
    /// The books that came in, went or came back.
    private(set) var books: Set<Book.ID> = []
    private(set) var ownFields: Set<OwnField.ID> = []
    /// The records that say something else.
    private var records: [SimulationOracle.Key: Book.ID] = [:]
    /// The books of which the step may have taken something in that nobody sees.
    private var perhaps: Set<Book.ID> = []

    init() {}

    fileprivate init(
      from old: (image: CatalogImage, known: Knowledge), to new: (image: CatalogImage, known: Knowledge), by run: Run?
    ) {
      for place in Self.differences(old.known.words, new.known.words)
        + Self.differences(old.known.hands, new.known.hands)
      {
        // The user's word on readings is one.
        fields[place.book, default: []].insert(BookField.readings.contains(place.field) ? .readState : place.field)
      }
      for (id, book) in new.image.books {
        let before = old.image.books[id]
        if before?.hidden != book.hidden { books.insert(id) }
        for field in Self.differences(before?.personal ?? [:], book.personal) {
          if ReadingLayer.fields.contains(field) {
            derived.insert(id)
          } else {
            fields[id, default: []].insert(field)
          }
        }
      }
      books.formUnion(old.known.removed.symmetricDifference(new.known.removed))
      ownFields = Set(Self.differences(old.image.fields, new.image.fields))
      for key in Self.differences(old.known.records, new.known.records) {
        records[key] = new.known.books[key] ?? old.known.books[key]
      }
      if let run { perhaps = Set(new.known.books.filter { $0.key.source == run.source }.map(\.value)) }
    }

    private static func differences<Key, Value: Equatable>(_ old: [Key: Value], _ new: [Key: Value]) -> [Key] {
      Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    }

    /// Whether another step changed the same; `nil` where that cannot be told.
    func meets(_ other: Touches) -> Bool? {
      if !ownFields.isDisjoint(with: other.ownFields) { return true }
      if holds(any: other) || other.holds(any: self) { return true }
      if fields.contains(where: { !$0.value.isDisjoint(with: other.fields[$0.key] ?? []) }) { return true }
      if records.keys.contains(where: { other.records[$0] != nil }) { return true }
      // Two runs of one source may have taken in the same record, of which nothing shows.
      let isUnclear =
        !derived.isDisjoint(with: other.derived) || !books.isDisjoint(with: other.perhaps) || !other.books.isDisjoint(with: perhaps)
        || !perhaps.isDisjoint(with: other.perhaps)
      return isUnclear ? nil : false
    }

    /// Whether one of the books that came, went or came back is one that the other changed at all.
    private func holds(any other: Touches) -> Bool {
      books.contains { book in
        other.books.contains(book) || other.fields[book] != nil || other.derived.contains(book)
          || other.records.values.contains { $0 == book }
      }
    }

    /// Whether it was a run of a source that has the book.
    func mayHold(_ book: Book.ID) -> Bool { perhaps.contains(book) }

    /// Whether a book has, since the step, another value of a field of the user's own.
    func fills(_ field: OwnField.ID) -> Bool {
      fields.values.contains { $0.contains { $0.ownID == field } }
    }
  }
}

extension SimulationOracle.Knowledge {
  /// Changes what the user said as a step did, or did not.
  ///
  /// - Parameter left: the books that stay as they are.
  mutating func say(what one: Self, became other: Self, butNot left: Set<Book.ID>) {
    for place in Set(one.words.keys).union(other.words.keys) where one.words[place] != other.words[place] {
      words[place] = other.words[place]
    }
    for place in Set(one.hands.keys).union(other.hands.keys) where one.hands[place] != other.hands[place] {
      hands[place] = other.hands[place]
    }
    for field in Set(one.fieldWords.keys).union(other.fieldWords.keys)
    where one.fieldWords[field] != other.fieldWords[field] {
      fieldWords[field] = other.fieldWords[field]
    }
    removed.formUnion(other.removed.subtracting(one.removed).subtracting(left))
    removed.subtract(one.removed.subtracting(other.removed).subtracting(left))
  }
}
