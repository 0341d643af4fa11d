import FoundationEssentials

/// The outcome of refreshing one source.
public struct RefreshReport: Sendable, Hashable, Identifiable {
  /// How a refresh came to its end.
  public enum Outcome: Sendable, Hashable {
    /// The source was read to its end.
    case complete
    /// The source was not asked, since it is not due, or paused.
    case skipped
    /// Another process is reading the source.
    case elsewhere
    /// The source has more than one refresh takes; what came is stored, and the next refresh goes on.
    case partly(RefreshLimit)
    /// The refresh was cancelled, or the catalog could not be written; what came before is stored. Only observers are told
    /// so: who asked is thrown the error.
    case interrupted
    /// The source could not be read to its end; what came before is stored.
    case failed(SourceFailure)
  }

  /// The name that the source gives itself.
  public let source: String
  /// How it ended.
  public var outcome = Outcome.complete
  /// The records, counted by what became of them.
  public var counts = RunCounts()
  /// The first records that could not be taken in, each with its reason; at most ``rejectedLimit``.
  public var rejected: [String] = []
  /// The first records of which something was left out, each with what and why; at most ``rejectedLimit``.
  public var leftOut: [String] = []
  /// The same of all of them, by what was left out, in the order in which it was met.
  public var leftOutParts: [LeftOutPart] = []
  /// Whether the source was read from its beginning, changed or not, since what it says is read by newer rules than before
  /// (``BookSource/decoderVersion``).
  public var isByNewerRules = false
  /// When a source that failed may be asked again, where nobody asks for it by name.
  public var next: Date?
  /// The step by which `undo` takes the run back; `nil` when it changed nothing.
  public var step: HistoryStep.ID?

  /// The name of the source: a refresh asks each once.
  public var id: String { source }

  /// How many records that could not be taken in, or not whole, are named.
  public static let rejectedLimit = 100

  /// A report of nothing done yet.
  public init(source: String) { self.source = source }

  /// The failure because of which the source could not be read to its end.
  public var failure: SourceFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  /// The limit that this refresh reached, so that the next one goes on behind it.
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
      if let place = leftOutParts.firstIndex(where: { $0.part == value.subject }) {
        leftOutParts[place].count += 1
      } else if leftOutParts.count < Self.rejectedLimit {
        leftOutParts.append(LeftOutPart(part: value.subject, count: 1, example: "\(remoteID) without \(value)"))
      }
    }
  }

  /// The line of its step.
  var summary: String {
    "refreshed \(source): \(counts.added.spoken) added, \(counts.updated.spoken) updated"
      + (counts.removed > 0 ? ", \(counts.removed.spoken) removed" : "")
  }
}

/// A part that was left out of records.
public struct LeftOutPart: Sendable, Hashable {
  /// A field's name, or what else a record has: “ISBN”.
  public let part: String
  /// How often.
  public internal(set) var count: Int
  /// The first of them: the record's name, the value and the reason.
  public let example: String
}

/// An event of a refresh, told after it was committed.
public enum SyncEvent: Sendable {
  /// A source is being asked.
  case began(source: String)
  /// A part of what a source says was stored, or, in a dry run, would have been.
  case stored(RefreshReport)
  /// A change that a dry run would make in a book: the difference that the refresh then makes.
  case wouldChange(source: String, RefreshChange)
  /// A question failed in a way that may pass, and is asked again after that time.
  case retrying(source: String, SourceFailure, after: Duration)
  /// A source was read, or not. Follows each ``began(source:)``, also where the refresh was cancelled.
  case ended(RefreshReport)
}

/// The change that a refresh would make in one book.
public enum RefreshChange: Sendable, Hashable {
  /// A book would come in, or come back.
  case added(title: String)
  /// A book would show something else.
  case updated([FieldDifference])
  /// A book would be hidden, since its source has it no more.
  case removed(book: Book.ID, title: String)
}

/// How a source is doing.
public enum SourceState: Sendable, Equatable {
  /// Nothing is under way.
  case idle
  /// It is being read; what was stored so far.
  case refreshing(RunCounts)
  /// The last refresh failed at this time; when it may be asked again.
  case failed(SourceFailure, at: Date, next: Date?)
}
