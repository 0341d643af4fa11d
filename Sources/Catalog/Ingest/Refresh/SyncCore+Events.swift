import FoundationEssentials

extension SyncCore {
  /// A fact.
  enum Input: Sendable {
    /// Where the source stands, and how it was read lately.
    case begin(SyncPosition, SyncHealth)
    case answered(PageHead)
    /// The source has nothing new.
    case unchanged
    case failed(SourceFailure)
    /// The page was stored, or the cursor forgotten; the source stands there now.
    case stored(SyncPosition)
    /// Another one was faster, so that nothing was stored; the source stands there.
    case overtaken(SyncPosition)
    /// Another process is at it.
    case taken
    /// What a full enumeration did not see was taken out; whether something is missed for the first time, so that the
    /// next enumeration must look for it.
    case swept(SyncPosition, misses: Bool)
    case waited
    /// The refresh has taken as long as it may.
    case timeUp
  }

  /// Something to be done.
  enum Effect: Sendable, Equatable {
    case fetch(SourceRequest)
    /// The answer to what was asked last is not wanted any more.
    case cancelFetch
    /// To store the page, if the source still stands where it was asked from.
    case store(PageHead, from: SyncPosition, to: SyncPosition)
    /// To forget the cursor, if the source still stands there.
    case reset(from: SyncPosition, to: SyncPosition)
    case sweep(SyncPosition)
    case wait(SourceFailure, seconds: Double)
    /// To remember that the source was read to its end.
    case succeed(SourceValidators?)
    /// To remember that the source has more, for the next refresh.
    case leaveOff(RefreshLimit)
    /// To remember a failure, and when the source may be asked again.
    case fail(SourceFailure, next: Date)
    case end(RefreshReport.Outcome)
  }

  /// What decides about a page; its items are none of the core's business.
  struct PageHead: Sendable, Equatable {
    /// What was asked.
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
