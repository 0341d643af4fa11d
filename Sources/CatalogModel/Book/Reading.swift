/// A past reading of a book: its dates and its outcome.
///
/// ```swift
/// let reading = Reading(finished: try PartialDate("2019-07"))
/// try await catalog.edit(book.id) { $0.earlierReadings.append(reading) }
/// ```
public struct Reading: Hashable, Codable, Sendable {
  /// The date on which the reading began; `nil` if it is unknown.
  public var started: PartialDate?
  /// The date on which the reading ended; `nil` if it is unknown.
  public var finished: PartialDate?
  /// The outcome: ``ReadState/read``, ``ReadState/abandoned`` or ``ReadState/paused``.
  public var outcome: ReadState
  /// The number of readings that this entry describes, 1 to 10,000. Some services give only the number of readings,
  /// without dates.
  public var times: Int

  /// Creates a reading.
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
  /// The maximum number of readings that one entry may describe.
  static let timesLimit = 10_000

  /// The states that a past reading can have as its outcome.
  static let outcomes: [ReadState] = [.read, .abandoned, .paused]

  /// The parts of each record in ``BookField/earlierReadings``. Only the outcome is required.
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

  /// Creates a reading from a record; `nil` if the record has no outcome.
  package init?(record: FieldRecord) {
    guard case .readState(let outcome)? = record["outcome"] else { return nil }
    self.init(
      started: record["started"].date, finished: record["finished"].date, outcome: outcome,
      times: record["times"].integer ?? 1)
  }
}
