import FoundationEssentials

extension SyncCore {
  /// An event that the core processes.
  enum Input: Sendable {
    /// The refresh begins. The values are the position of the source and the results of its latest refreshes.
    case begin(SyncPosition, SyncHealth)
    case answered(PageHead)
    /// The source has no changes.
    case unchanged
    case failed(SourceFailure)
    /// The page was stored, or the cursor was forgotten. The value is the new position of the source.
    case stored(SyncPosition)
    /// Another refresh moved the source's position, so that nothing was stored. The value is the current position.
    case overtaken(SyncPosition)
    /// Another process is refreshing the source.
    case taken
    /// The records that a full enumeration did not find were removed. `misses` is true if some records were missed for
    /// the first time, so that the next enumeration must check them again.
    case swept(SyncPosition, misses: Bool)
    case waited
    /// The time limit of the refresh was reached.
    case timeUp
  }

  /// An action for ``RefreshRun`` to perform.
  enum Effect: Sendable, Equatable {
    case fetch(SourceRequest)
    /// Cancel the last request, whose answer is no longer needed.
    case cancelFetch
    /// Store the page, if the source is still at the position from which the page was requested.
    case store(PageHead, from: SyncPosition, to: SyncPosition)
    /// Forget the cursor, if the source is still at the position `from`.
    case reset(from: SyncPosition, to: SyncPosition)
    case sweep(SyncPosition)
    case wait(SourceFailure, seconds: Double)
    /// Record that the source was read to its end.
    case succeed(SourceValidators?)
    /// Record that a limit was reached, so that the next refresh continues from there.
    case leaveOff(RefreshLimit)
    /// Record a failure, and the time from which the source may be read again.
    case fail(SourceFailure, next: Date)
    case end(RefreshReport.Outcome)
  }

  /// The properties of a page that the core needs for its decisions.
  struct PageHead: Sendable, Equatable {
    /// The request that the page answers.
    let request: SourceRequest
    let cursor: String?
    let isLast: Bool
    let coverage: SourceCoverage
    let epoch: String?
    let validators: SourceValidators?
    let isEmpty: Bool

    init(_ page: SourcePage, request: SourceRequest) {
      self.request = request
      cursor = page.cursor
      isLast = page.isLast
      coverage = page.coverage
      epoch = page.epoch
      validators = page.validators
      isEmpty = page.items.isEmpty
    }
  }
}
