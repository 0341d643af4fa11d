@testable import Catalog
@testable import CatalogModel

/// A step of a simulated catalog's history, with the knowledge before and after it. These determine the result of
/// undoing and redoing it, and if others' changes block that.
struct SimulatedStep {
  typealias Knowledge = SimulationOracle.Knowledge

  /// The automatic run that made the step, if a person did not make it by hand.
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
  /// The person who made it; `nil` for the owner.
  var person: String?
  let run: Run?
  /// The knowledge when it was made, and the contents of the file.
  let before: Knowledge
  let shown: CatalogImage
  /// The steps that were done then; `nil` if an undo or redo was interrupted.
  let standing: Set<HistoryStep.ID>?
  /// The knowledge once it was made; `nil` until it is complete.
  private(set) var made: Knowledge?
  private(set) var touches = Touches()
  /// The knowledge before it was undone for the first time.
  var after: Knowledge?
  /// The overlapping steps of others when it was last undone, and the number of steps made until then.
  var ground: (standing: Set<HistoryStep.ID>, made: Int) = ([], 0)
  /// The statements it did not repeat when it was redone, because a source of the user's own had filled them in.
  var unrepeated: Set<SimulationOracle.Place> = []
  /// True if its undo or redo was interrupted.
  var isPartial = false

  init(
    _ id: HistoryStep.ID, of person: String?, by run: Run?, _ before: Knowledge, _ shown: CatalogImage,
    standing: Set<HistoryStep.ID>?
  ) {
    (self.id, self.person, self.run, self.before, self.shown) = (id, person, run, before, shown)
    self.standing = standing
  }

  /// Records everything that the step changed.
  mutating func end(_ after: CatalogImage, _ known: Knowledge) {
    made = known
    touches = Touches(from: (shown, before), to: (after, known), by: run)
  }

  var isRefresh: Bool {
    if case .refresh = run { true } else { false }
  }

  /// The changes of a step, which determine if two of them may be undone in either order.
  struct Touches {
    /// The fields of books that have another value or became the user's.
    private(set) var fields: [Book.ID: Set<BookField>] = [:]
    /// The books whose readings or rating show another value, which follows from records and the user's statements. The
    /// shown values do not reveal if a step with an entry of such a field blocks another one.
    private var derived: Set<Book.ID> = []
    /// The books that were added, removed or restored.
    private(set) var books: Set<Book.ID> = []
    private(set) var ownFields: Set<OwnField.ID> = []
    /// The records with other values.
    private var records: [SimulationOracle.Key: Book.ID] = [:]
    /// The books of which the step may have received data that are not visible.
    private var perhaps: Set<Book.ID> = []

    init() {}

    fileprivate init(
      from old: (image: CatalogImage, known: Knowledge), to new: (image: CatalogImage, known: Knowledge), by run: Run?
    ) {
      for slot in Self.differences(old.known.words, new.known.words)
        + Self.differences(old.known.hands, new.known.hands)
      {
        // The user's readings are one statement.
        fields[slot.book, default: []].insert(BookField.readings.contains(slot.field) ? .readState : slot.field)
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
      // The history has an entry for each book that a record left or joined.
      for (key, book) in old.known.books {
        if let other = new.known.books[key], other != book { books.formUnion([book, other]) }
      }
      ownFields = Set(Self.differences(old.image.fields, new.image.fields))
      for key in Self.differences(old.known.records, new.known.records) {
        records[key] = new.known.books[key] ?? old.known.books[key]
      }
      if let run { perhaps = Set(new.known.books.filter { $0.key.source == run.source }.map(\.value)) }
    }

    private static func differences<Key, Value: Equatable>(_ old: [Key: Value], _ new: [Key: Value]) -> [Key] {
      Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    }

    /// Returns true if another step changed the same; `nil` if that is uncertain.
    func meets(_ other: Touches) -> Bool? {
      if !ownFields.isDisjoint(with: other.ownFields) { return true }
      if holds(any: other) || other.holds(any: self) { return true }
      if fields.contains(where: { !$0.value.isDisjoint(with: other.fields[$0.key] ?? []) }) { return true }
      if records.keys.contains(where: { other.records[$0] != nil }) { return true }
      // Two runs of one source may have received the same record without a visible change.
      let isUnclear =
        !derived.isDisjoint(with: other.derived)
        || !books.isDisjoint(with: other.perhaps) || !other.books.isDisjoint(with: perhaps)
        || !perhaps.isDisjoint(with: other.perhaps)
      return isUnclear ? nil : false
    }

    /// Returns true if the other step changed any of the books that this one added, removed or restored.
    private func holds(any other: Touches) -> Bool {
      books.contains { book in
        other.books.contains(book) || other.fields[book] != nil || other.derived.contains(book)
          || other.records.values.contains { $0 == book }
      }
    }

    /// Returns true if the step was a run of a source that has the book.
    func mayHold(_ book: Book.ID) -> Bool { perhaps.contains(book) }

    /// Returns true if the step changed a book's value of a user-defined field.
    func fills(_ field: OwnField.ID) -> Bool {
      fields.values.contains { $0.contains { $0.ownID == field } }
    }
  }
}

extension SimulationOracle.Knowledge {
  /// Applies the change of the user's statements from one state to another.
  ///
  /// - Parameter left: The books that stay as they are.
  mutating func say(what one: Self, became other: Self, butNot left: Set<Book.ID>) {
    for slot in Set(one.words.keys).union(other.words.keys) where one.words[slot] != other.words[slot] {
      words[slot] = other.words[slot]
    }
    for slot in Set(one.hands.keys).union(other.hands.keys) where one.hands[slot] != other.hands[slot] {
      hands[slot] = other.hands[slot]
    }
    for field in Set(one.fieldWords.keys).union(other.fieldWords.keys)
    where one.fieldWords[field] != other.fieldWords[field] {
      fieldWords[field] = other.fieldWords[field]
    }
    removed.formUnion(other.removed.subtracting(one.removed).subtracting(left))
    removed.subtract(one.removed.subtracting(other.removed).subtracting(left))
  }
}
