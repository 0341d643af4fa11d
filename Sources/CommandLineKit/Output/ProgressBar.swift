import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows on standard error how far a long command is, while a person looks; writes nothing when it is no terminal.
///
/// It is drawn as soon as it is made and then at most ten times a second, however often ``update(done:total:)`` is
/// called. It lives in the stream's transient line: messages written meanwhile wipe it, and the next update
/// draws it again below them. A bar that cannot be written is let go; the work goes on.
///
/// Safe from any thread; the state is guarded by one mutex.
package final class ProgressBar: Sendable {
  private struct State {
    var label: String
    var done: Int
    var total: Int?
    var lastDrawn: Duration
    var isFinished = false
  }

  /// The shortest time between two drawings.
  package static let interval = Duration.milliseconds(100)

  private let unit: String
  private let initial: Int
  private let isTotalEstimated: Bool
  private let start: Duration
  private let stream: StandardStream
  private let settings: TerminalSettings
  private let now: @Sendable () -> Duration
  private let state: Mutex<State>

  /// - Parameters:
  ///   - label: what is going on: `Importing`.
  ///   - unit: what is counted, in the plural: `books`.
  ///   - initial: what an earlier run has done already.
  ///   - total: how many there are in all; nil while it is not known.
  ///   - isTotalEstimated: whether the totals told are guesses.
  ///   - now: a clock that never goes back.
  package init(
    _ label: String, unit: String, initial: Int = 0, total: Int?, isTotalEstimated: Bool = false,
    stream: StandardStream, settings: TerminalSettings,
    now: @escaping @Sendable () -> Duration = ProgressBar.monotonicTime
  ) {
    self.unit = unit
    self.initial = initial
    self.isTotalEstimated = isTotalEstimated
    self.stream = stream
    self.settings = settings
    self.now = now
    start = now()
    state = Mutex(State(label: label, done: initial, total: total, lastDrawn: start))
    state.withLock { draw($0, at: start) }
  }

  /// Tells how much is done by now, and the total and what is going on where these have changed.
  package func update(done: Int, total: Int? = nil, label: String? = nil) {
    state.withLock { state in
      state.done = done
      if let label { state.label = label }
      if let total { state.total = total }
      let time = now()
      guard !state.isFinished, time - state.lastDrawn >= Self.interval else { return }
      state.lastDrawn = time
      draw(state, at: time)
    }
  }

  /// Wipes the bar for good. The summary of the work is the caller's to write.
  package func finish() {
    state.withLock { state in
      state.isFinished = true
      guard settings.isTerminal else { return }
      try? stream.removeTransientLine()
    }
  }

  private func draw(_ state: State, at time: Duration) {
    guard settings.isTerminal else { return }
    let line = ProgressLine(
      label: state.label, unit: unit, initial: initial, done: state.done, total: state.total,
      isTotalEstimated: isTotalEstimated, elapsed: time - start)
    // A line as wide as the terminal would leave the cursor on the next one in some terminals.
    let text = line.text(width: max(1, settings.width - 1), symbols: settings.symbols)
    try? stream.showTransientLine(text, eraser: eraser(of: text))
  }

  /// "Erase in line" (ECMA-48, 8.3.41) from the line's start, or spaces where the terminal knows no such thing.
  private func eraser(of text: String) -> String {
    if settings.movesCursor { return "\r\u{1B}[K" }
    return "\r" + String(repeating: " ", count: DisplayWidth.of(text)) + "\r"
  }

  /// Time since some fixed moment, by the system's monotonic clock.
  @Sendable package static func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
