import FoundationEssentials

/// The decision logic of one refresh of one source, without input or output. It receives events and returns effects,
/// which ``RefreshRun`` performs in order.
///
/// The phases, and the event that each one waits for:
///
/// | phase | waits for |
/// | --- | --- |
/// | asking | the source's answer to `request` |
/// | storing | the page's transaction, while the next page is being requested |
/// | pausing | the end of a pause, before the request is repeated |
/// | resetting | the transaction that forgets a cursor, for example because the source refused it |
/// | sweeping | the transactions that remove records that a full enumeration did not see |
/// | ended | nothing |
struct SyncCore: Sendable {

  enum Phase: Sendable {
    case asking(SourceRequest)
    case storing(PageHead)
    case pausing(SourceRequest)
    case resetting
    /// - Parameter isLeft: True if an earlier refresh began the enumeration and did not end.
    case sweeping(isLeft: Bool)
    case ended
  }

  /// The number of records in the first request. It is small, so that the first screenful of books appears soon.
  static let firstSize = 20
  /// The number of records in further requests, which is as many as one transaction stores.
  static let pageSize = 500
  /// The maximum number of attempts for a request that fails temporarily.
  static let attempts = 3
  /// The maximum pause within a refresh, in seconds. If a source demands a longer pause, the refresh fails.
  static let maxPause = 10.0
  /// The number of times that other refreshes may move the source's position before this refresh gives up.
  static let overtakings = 20

  let source: String
  /// The version of the rules by which the source is parsed.
  let decoder: Int64
  let options: RefreshOptions
  /// The source's refresh interval in seconds, if it is set.
  let interval: Double?
  private(set) var position = SyncPosition()
  var health = SyncHealth()
  var phase = Phase.ended
  var failedAttempts = 0
  var timesOvertaken = 0
  var wasReset = false
  /// True if another refresh began the current full enumeration. The source's current validators then do not describe
  /// all pages of the enumeration.
  var isResumed = false
  /// True if everything is read again because the parsing rules are newer than those of the last refresh.
  private(set) var isReplacing = false
  var validators: SourceValidators?
  var pages = RefreshPages()
  var isTimeUp = false

  init(source: String, decoder: Int64, options: RefreshOptions, interval: Double?) {
    self.source = source
    self.decoder = decoder
    self.options = options
    self.interval = interval
  }

  /// True if the refresh has ended.
  var isEnded: Bool { if case .ended = phase { true } else { false } }

  /// Processes an event and returns the effects to perform.
  mutating func step(_ input: Input, now: Date, using generator: inout some RandomNumberGenerator) -> [Effect] {
    switch (input, phase) {
    case (.begin(let position, let health), _):
      (self.position, self.health) = (position, health)
      return begin(now)
    case (.answered(let page), .asking(let request)) where page.request == request:
      return take(page, now, &generator)
    case (.failed(let failure), _) where failure.code == .removed:
      // The source was removed from the catalog, so the failure cannot be recorded.
      return [.cancelFetch] + end(.failed(failure))
    case (.unchanged, .asking): return succeed(keeping: true)
    case (.failed(let failure), .asking(let request)): return fail(failure, request, now, &generator)
    case (.failed(let failure), .storing), (.failed(let failure), .resetting), (.failed(let failure), .sweeping):
      return fail(failure, nil, now, &generator)
    case (.stored(let position), .storing(let page)):
      self.position = position
      return stored(page)
    case (.stored(let position), .resetting):
      self.position = position
      return ask(for: nil)
    case (.overtaken(let position), .storing), (.overtaken(let position), .resetting),
      (.overtaken(let position), .sweeping):
      return overtaken(position)
    case (.taken, .storing), (.taken, .resetting), (.taken, .sweeping): return [.cancelFetch] + end(.elsewhere)
    case (.swept(let position, let misses), .sweeping(let isLeft)):
      self.position = position
      if isLeft { return read(knowing: nil) }
      if misses { validators = nil }
      return succeed(keeping: false)
    case (.waited, .pausing(let request)):
      phase = .asking(request)
      return [.fetch(request)]
    case (.timeUp, .asking), (.timeUp, .pausing): return leaveOff(.time)
    case (.timeUp, _):
      // Running transactions are completed before the refresh ends.
      isTimeUp = true
      return []
    case (.answered, _), (.unchanged, _), (.failed, _), (.stored, _), (.overtaken, _), (.taken, _), (.swept, _),
      (.waited, _):
      // The event is the answer to an outdated request.
      return []
    }
  }

  mutating func begin(_ now: Date) -> [Effect] {
    if options.onlyDue, !isDue(now) { return end(.skipped) }
    switch position.enumeration {
    case .ended, .endedUnstable:
      // An earlier refresh was killed after the last page of the enumeration, before all missing records were removed.
      phase = .sweeping(isLeft: true)
      return [.sweep(position)]
    case .none, .whole, .broken: break
    }
    let known = SourceValidators(etag: health.etag, lastModified: health.lastModified)
    return read(knowing: known == SourceValidators() ? nil : known)
  }

  /// Continues reading at the cursor. Starts from the beginning if a full read is requested, or if older parsing rules
  /// were used so far.
  mutating func read(knowing validators: SourceValidators?) -> [Effect] {
    let isOlder = position.decoder.version < decoder && (position.cursor != nil || health.ok != nil)
    isReplacing = isOlder || position.decoder.isReplacing
    if isOlder || (options.isFull && !wasReset && position.cursor != nil) {
      wasReset = true
      phase = .resetting
      return [.reset(from: position, to: beginning(isReplacing: isReplacing))]
    }
    isResumed = position.enumeration != .none
    // The validators are omitted if a full enumeration must begin or continue. With validators, the source could answer
    // “unchanged”.
    return ask(for: options.isFull || isResumed || isReplacing ? nil : validators)
  }

  /// Returns the position from which the source is read from its beginning.
  func beginning(isReplacing: Bool) -> SyncPosition {
    SyncPosition(
      generation: position.generation, decoder: SyncPosition.Decoder(version: decoder, isReplacing: isReplacing))
  }

  /// Returns true if the source is due for a refresh. Ignores a time of the last read in the future, and a time of the
  /// next attempt that is too far ahead. Such times were recorded before the clock was set back.
  func isDue(_ now: Date) -> Bool {
    if let next = health.next, next > now, next.timeIntervalSince(now) <= Self.maxRest { return false }
    guard let ok = health.ok, ok <= now else { return true }
    if position.enumeration != .none { return true }
    guard let interval = interval ?? options.freshness?.seconds else { return false }
    return now.timeIntervalSince(ok) >= interval
  }

  mutating func ask(for validators: SourceValidators?) -> [Effect] {
    if isTimeUp { return leaveOff(.time) }
    pages.begin(at: position.cursor)
    let request = SourceRequest(
      cursor: position.cursor, epoch: position.epoch, validators: validators, size: Self.firstSize)
    phase = .asking(request)
    return [.fetch(request)]
  }

  mutating func take(
    _ page: PageHead, _ now: Date, _ generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    failedAttempts = 0
    if page.request.cursor != nil, let known = page.request.epoch, let epoch = page.epoch, epoch != known {
      let cause = "it has restarted its numbering since the last refresh"
      return fail(SourceFailure(.cursorRefused, source, cause: cause), page.request, now, &generator)
    }
    if !page.isLast, page.cursor == page.request.cursor {
      let cause = "it has more pages but gives no cursor for the next one"
      return fail(SourceFailure(.malformed, source, cause: cause), page.request, now, &generator)
    }
    let isNew = pages.take(to: page.cursor, isEmpty: page.isEmpty)
    if !page.isLast, !isNew {
      let cause = "its pages lead back to earlier ones"
      return fail(SourceFailure(.malformed, source, cause: cause), page.request, now, &generator)
    }
    if case .fullEnumeration(let begins, _) = page.coverage {
      isResumed = !begins && (isResumed || position.enumeration == .none)
    }
    if let given = page.validators { validators = isResumed ? nil : given }
    phase = .storing(page)
    let target = target(of: page)
    if page.isEmpty, target == position { return stored(page) }
    let store = Effect.store(page, from: position, to: target)
    if page.isLast || pages.reached != nil { return [store] }
    // This request runs while the page is stored.
    return [.fetch(next(after: page)), store]
  }

  func next(after page: PageHead) -> SourceRequest {
    SourceRequest(cursor: page.cursor, epoch: page.epoch ?? page.request.epoch, size: Self.pageSize)
  }

  /// Returns the position of the source after the page is stored.
  func target(of page: PageHead) -> SyncPosition {
    var target = position
    target.cursor = page.cursor
    target.epoch = page.epoch ?? position.epoch
    target.decoder.version = position.cursor == nil ? decoder : min(position.decoder.version, decoder)
    if page.isLast { target.decoder.isReplacing = false }
    switch page.coverage {
    case .changes: target.enumeration = .none
    case .fullEnumeration(let begins, let isStable):
      if begins {
        target.generation += 1
        target.enumeration = .whole
      } else if target.enumeration == .none {
        // This refresh did not see the beginning of the enumeration.
        target.enumeration = .broken
      }
      if page.isLast {
        target.enumeration = target.enumeration == .whole ? (isStable ? .ended : .endedUnstable) : .none
      }
    }
    return target
  }

  mutating func stored(_ page: PageHead) -> [Effect] {
    guard page.isLast else {
      if let limit = isTimeUp ? .time : pages.reached { return leaveOff(limit) }
      phase = .asking(next(after: page))
      return []
    }
    switch position.enumeration {
    case .ended, .endedUnstable:
      phase = .sweeping(isLeft: false)
      return [.sweep(position)]
    case .none, .whole, .broken: return succeed(keeping: false)
    }
  }

  mutating func overtaken(_ position: SyncPosition) -> [Effect] {
    self.position = position
    timesOvertaken += 1
    if timesOvertaken > Self.overtakings { return [.cancelFetch] + end(.elsewhere) }
    return [.cancelFetch] + read(knowing: nil)
  }

  /// - Parameter keeping: True if the source's last validators are still valid.
  mutating func succeed(keeping: Bool) -> [Effect] {
    let known = SourceValidators(etag: health.etag, lastModified: health.lastModified)
    return [.succeed(keeping ? known : validators)] + end(.complete)
  }

  mutating func leaveOff(_ limit: RefreshLimit) -> [Effect] {
    [.cancelFetch, .leaveOff(limit)] + end(.partly(limit))
  }

  mutating func end(_ outcome: RefreshReport.Outcome) -> [Effect] {
    phase = .ended
    return [.end(outcome)]
  }
}
