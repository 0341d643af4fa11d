import Platform
import Synchronization

/// A progress bar for long commands, drawn on standard error. If standard error is not a terminal, it writes nothing.
///
/// The bar is drawn at once and then at most ten times a second, however often ``update(done:total:label:)`` is called.
/// It uses the stream's transient line: any message erases the bar, and the next update draws it again below the
/// message. Write errors are ignored, so that the work continues.
///
/// The bar is safe to use from any thread; a mutex guards its state.
package final class ProgressBar: Sendable {
  private struct State {
    var label: String
    var done: Int
    var total: Int?
    var lastDrawn: Duration
    var isFinished = false
  }

  /// The minimum time between two redraws.
  package static let interval = Duration.milliseconds(100)

  private let unit: String
  private let initial: Int
  private let isTotalEstimated: Bool
  private let start: Duration
  private let stream: StandardStream
  private let settings: TerminalSettings
  private let now: @Sendable () -> Duration
  private let state: Mutex<State>

  /// Creates a progress bar and draws it.
  ///
  /// - Parameters:
  ///   - label: The current activity, such as `Importing`.
  ///   - unit: The plural name of the counted items, such as `books`.
  ///   - initial: The number of items that an earlier run has completed.
  ///   - total: The total number of items; `nil` if unknown.
  ///   - isTotalEstimated: True if totals are estimates.
  ///   - now: A monotonic clock.
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

  /// Updates the number of completed items and, if given, the total and the label.
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

  /// Erases the bar permanently. The caller can then write a summary.
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
    // Leaves the last column empty, because some terminals wrap after a line of full width.
    let text = line.text(width: max(1, settings.width - 1), symbols: settings.symbols)
    try? stream.showTransientLine(text, eraser: eraser(of: text))
  }

  /// Returns the text that erases the current line and moves the cursor to its start. It uses the control sequence
  /// "Erase in line" (ECMA-48, 8.3.41), or spaces if the terminal does not support the sequence.
  private func eraser(of text: String) -> String {
    if settings.movesCursor { return "\r\u{1B}[K" }
    return "\r" + String(repeating: " ", count: DisplayWidth.of(text)) + "\r"
  }

  /// Returns the time since a fixed but arbitrary moment, from the system's monotonic clock.
  @Sendable package static func monotonicTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
