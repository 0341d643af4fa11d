import FoundationEssentials

/// The decisions of one refresh of one source, without input or output: what is told to it are facts, what it gives back is
/// to be done, in that order. ``SyncEngine`` does it.
///
/// Phases, and what ends each:
///
/// | phase | waits for |
/// | --- | --- |
/// | asking | the source's answer to `request` |
/// | storing | the page's transaction; the next page is on its way meanwhile |
/// | pausing | the end of a pause, then asks again |
/// | resetting | the transaction that forgets a cursor which the source refuses |
/// | sweeping | the transactions that take out what a full enumeration did not see |
/// | ended | nothing |
struct SyncCore: Sendable {

  enum Phase: Sendable {
    case asking(SourceRequest)
    case storing(PageHead)
    case pausing(SourceRequest)
    case resetting
    /// - Parameter isLeft: whether the enumeration is an earlier refresh's, which did not come to its end.
    case sweeping(isLeft: Bool)
    case ended
  }

  /// How many records the first question is for: a screenful is there soon.
  static let firstSize = 20
  /// As many as one transaction takes.
  static let pageSize = 500
  /// How often a question is asked again that failed in a way that may pass.
  static let attempts = 3
  /// The longest pause within a refresh, in seconds; who asks for more is asked again another time.
  static let longestPause = 10.0
  /// How often another one may be faster before the refresh leaves it to them.
  static let overtakings = 20

  let source: String
  /// The version of the rules by which the source is read.
  let decoder: Int64
  let options: RefreshOptions
  /// Seconds between two refreshes that the source is set to.
  let interval: Double?
  private(set) var position = SyncPosition()
  var health = SyncHealth()
  var phase = Phase.ended
  var failedAttempts = 0
  var timesOvertaken = 0
  var wasReset = false
  /// Whether a full enumeration goes on that another refresh began: what the source says of its age now is not that of
  /// all its pages.
  var isResumed = false
  /// Whether all is read again because these rules are newer than those by which it was read before.
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

  /// Whether it has come to its end.
  var isEnded: Bool { if case .ended = phase { true } else { false } }

  /// Takes in a fact and says what is to be done.
  mutating func step(_ input: Input, now: Date, using generator: inout some RandomNumberGenerator) -> [Effect] {
    switch (input, phase) {
    case (.begin(let position, let health), _):
      (self.position, self.health) = (position, health)
      return begin(now)
    case (.answered(let page), .asking(let request)) where page.request == request:
      return take(page, now, &generator)
    case (.failed(let failure), _) where failure.code == .removed:
      // There is nothing left to remember it by.
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
      // What is being written is written to its end.
      isTimeUp = true
      return []
    case (.answered, _), (.unchanged, _), (.failed, _), (.stored, _), (.overtaken, _), (.taken, _), (.swept, _),
      (.waited, _):
      // Late: what it answers is not asked any more.
      return []
    }
  }

  mutating func begin(_ now: Date) -> [Effect] {
    if options.onlyDue, !isDue(now) { return end(.skipped) }
    switch position.enumeration {
    case .ended, .endedUnstable:
      // Killed between the enumeration's last page and the end of what follows from it.
      phase = .sweeping(isLeft: true)
      return [.sweep(position)]
    case .none, .whole, .broken: break
    }
    let known = SourceValidators(etag: health.etag, lastModified: health.lastModified)
    return read(knowing: known == SourceValidators() ? nil : known)
  }

  /// Reads on behind the cursor, or from the beginning where that is asked for, or what was read so far was read by older
  /// rules.
  mutating func read(knowing validators: SourceValidators?) -> [Effect] {
    let isOlder = position.decoder.version < decoder && (position.cursor != nil || health.ok != nil)
    isReplacing = isOlder || position.decoder.isReplacing
    if isOlder || (options.isFull && !wasReset && position.cursor != nil) {
      wasReset = true
      phase = .resetting
      return [.reset(from: position, to: beginning(isReplacing: isReplacing))]
    }
    isResumed = position.enumeration != .none
    // That nothing has changed is no answer to a full enumeration that is to go on, or to begin.
    return ask(for: options.isFull || isResumed || isReplacing ? nil : validators)
  }

  /// Where the source is read from its beginning.
  func beginning(isReplacing: Bool) -> SyncPosition {
    SyncPosition(
      generation: position.generation, decoder: SyncPosition.Decoder(version: decoder, isReplacing: isReplacing))
  }

  /// Whether enough time has passed. A time that lies ahead was noted by a clock that has been set back since.
  func isDue(_ now: Date) -> Bool {
    if let next = health.next, next > now, next.timeIntervalSince(now) <= Self.longestRest { return false }
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
      let cause = "it has begun a new numbering since it was read last"
      return fail(SourceFailure(.cursorRefused, source, cause: cause), page.request, now, &generator)
    }
    if !page.isLast, page.cursor == page.request.cursor {
      let cause = "it has more and says no way to it"
      return fail(SourceFailure(.nonsense, source, cause: cause), page.request, now, &generator)
    }
    let isNew = pages.take(to: page.cursor, isEmpty: page.isEmpty)
    if !page.isLast, !isNew {
      let cause = "its pages lead back to where they have been"
      return fail(SourceFailure(.nonsense, source, cause: cause), page.request, now, &generator)
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
    // On its way while this page is stored.
    return [.fetch(next(after: page)), store]
  }

  func next(after page: PageHead) -> SourceRequest {
    SourceRequest(cursor: page.cursor, epoch: page.epoch ?? page.request.epoch, size: Self.pageSize)
  }

  /// Where the source stands once the page is stored.
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
        // Its beginning was not seen.
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

  /// - Parameter keeping: whether the source's last validators still hold.
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
