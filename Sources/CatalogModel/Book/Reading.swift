/// A reading of a book that has ended: from when to when, and how.
public struct Reading: Hashable, Codable, Sendable {
  /// When it began; `nil` where it is not known.
  public var started: PartialDate?
  /// When it ended; `nil` where it is not known.
  public var finished: PartialDate?
  /// How it ended: ``ReadState/read``, ``ReadState/abandoned`` or ``ReadState/paused``.
  public var outcome: ReadState
  /// Of how many readings this is all that is known, 1 to 10,000: services count those that they have no dates of.
  public var times: Int

  /// A reading of its parts.
  public init(
    started: PartialDate? = nil, finished: PartialDate? = nil, outcome: ReadState = .read, times: Int = 1
  ) {
    self.started = started
    self.finished = finished
    self.outcome = outcome
    self.times = times
  }
}

extension Reading: FieldRecordConvertible {
  /// The number of readings that one entry may stand for.
  static let timesLimit = 10_000

  /// How one ends: what was not begun, or is not ended, is none.
  static let outcomes: [ReadState] = [.read, .abandoned, .paused]

  /// The parts of the field. A reading is one where nothing else is said.
  static let parts = [
    FieldPart("started", .date), FieldPart("finished", .date),
    FieldPart("outcome", .vocabulary(.readingOutcome), isRequired: true), FieldPart("times", .integer(1...timesLimit)),
  ]

  package var record: FieldRecord {
    FieldRecord([
      FieldRecord.Part("started", started.map(FieldValue.date)),
      FieldRecord.Part("finished", finished.map(FieldValue.date)), FieldRecord.Part("outcome", .readState(outcome)),
      FieldRecord.Part("times", times == 1 ? nil : .integer(times)),
    ])
  }

  /// The reading of a record; `nil` if the record does not say how the reading ended.
  package init?(record: FieldRecord) {
    guard case .readState(let outcome)? = record["outcome"] else { return nil }
    self.init(
      started: record["started"].date, finished: record["finished"].date, outcome: outcome,
      times: record["times"].integer ?? 1)
  }
}
