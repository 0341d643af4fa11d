import FoundationEssentials
import Platform

/// The outcome of refreshing one source.
public struct RefreshReport: Sendable, Hashable, Identifiable {
  /// The outcome of a refresh.
  public enum Outcome: Sendable, Hashable {
    /// The source was read to its end.
    case complete
    /// The source was not read, because it is not due or is paused.
    case skipped
    /// Another process is reading the source.
    case elsewhere
    /// The source has more data than one refresh reads. The data received so far is stored, and the next refresh
    /// continues from there.
    case partly(RefreshLimit)
    /// The refresh was cancelled, or the catalog could not be written. The data received so far is stored. This
    /// outcome appears only in ``SyncEvent/ended(_:)``; the caller of ``SyncEngine/refresh(_:)`` receives the error
    /// instead.
    case interrupted
    /// The source could not be read to its end. The data received so far is stored.
    case failed(SourceFailure)
  }

  /// The name of the ``BookSource``.
  public let source: String
  /// The outcome of the refresh.
  public var outcome = Outcome.complete
  /// The records, counted by result.
  public var counts = RunCounts()
  /// The first records that were rejected, each with the reason; at most ``rejectedLimit``.
  public var rejected: [String] = []
  /// The first records from which a part was left out, each with the part and the reason; at most ``rejectedLimit``.
  public var leftOut: [String] = []
  /// The parts that were left out of at least one record, each listed once, in the order of their first occurrence.
  public var leftOutParts: [LeftOutPart] = []
  /// True if the source was read from its beginning because its parsing rules have changed
  /// (``BookSource/decoderVersion``).
  public var isByNewerRules = false
  /// The earliest time at which a refresh of due sources reads the failed source again (``RefreshOptions/onlyDue``).
  public var next: Date?
  /// The step that `undo` reverts; `nil` if nothing changed.
  public var step: HistoryStep.ID?

  /// The name of the source, which is unique in a refresh.
  public var id: String { source }

  /// The maximum number of records in ``rejected`` and in ``leftOut``.
  public static let rejectedLimit = 100

  /// Creates an empty report.
  public init(source: String) { self.source = source }

  /// The failure that kept the source from being read to its end.
  public var failure: SourceFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  /// The limit that this refresh reached; `nil` if it reached no limit. The next refresh continues from there.
  public var limit: RefreshLimit? {
    if case .partly(let limit) = outcome { limit } else { nil }
  }

  mutating func reject(_ remoteID: String?, _ reason: String) {
    counts.rejected += 1
    if rejected.count < Self.rejectedLimit { rejected.append("\(remoteID.map { "\($0): " } ?? "")\(reason)") }
  }

  mutating func leaveOut(_ values: [InvalidValue], of remoteID: String) {
    guard let words = values.words else { return }
    counts.leftOut += 1
    if leftOut.count < Self.rejectedLimit { leftOut.append("\(remoteID) without \(words)") }
    for value in values {
      if let index = leftOutParts.firstIndex(where: { $0.part == value.subject }) {
        leftOutParts[index].count += 1
      } else if leftOutParts.count < Self.rejectedLimit {
        leftOutParts.append(LeftOutPart(part: value.subject, count: 1, example: "\(remoteID) without \(value)"))
      }
    }
  }

  /// The summary of the refresh's step.
  var summary: String {
    "refreshed \(source): \(counts.added.grouped) added, \(counts.updated.grouped) updated"
      + (counts.removed > 0 ? ", \(counts.removed.grouped) removed" : "")
  }
}

/// A part, such as a field, that was left out of one or more records.
public struct LeftOutPart: Sendable, Hashable {
  /// The name of a field or of another part of a record, such as “ISBN”.
  public let part: String
  /// The number of times that the part was left out.
  public internal(set) var count: Int
  /// The first record from which the part was left out: its name, the value and the reason.
  public let example: String
}

/// An event of a refresh, sent after the data that it describes is committed.
public enum SyncEvent: Sendable {
  /// The refresh of a source began.
  case began(source: String)
  /// A part of a source's data was stored. In a dry run, it would have been stored.
  case stored(RefreshReport)
  /// A dry run found a change that a refresh would make to a book.
  case wouldChange(source: String, RefreshChange)
  /// A request failed temporarily and will be repeated after the given time.
  case retrying(source: String, SourceFailure, after: Duration)
  /// The refresh of a source ended, successfully or not. This event follows each ``began(source:)``, even if the
  /// refresh is cancelled.
  case ended(RefreshReport)
}

/// A change that a refresh would make to one book.
public enum RefreshChange: Sendable, Hashable {
  /// A book would be added, or restored.
  case added(title: String)
  /// The shown values of a book would change.
  case updated([FieldDifference])
  /// A book would be hidden, because its source no longer has it.
  case removed(book: Book.ID, title: String)
}

/// The current state of a source.
public enum SourceState: Sendable, Equatable {
  /// No refresh is running.
  case idle
  /// The source is being read. The value counts the records stored so far.
  case refreshing(RunCounts)
  /// The last refresh failed at this time. The next refresh may start at `next`.
  case failed(SourceFailure, at: Date, next: Date?)
}
