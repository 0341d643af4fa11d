import Catalog
import CommandLineKit
import Platform
import Synchronization

/// The progress of a refresh. It draws one progress bar for all sources, and prints the changes in a dry run as they
/// are found. It keeps the counts for each source, for a message if the refresh is interrupted.
final class RefreshProgress: Sendable {
  private struct State {
    /// The sources that are being read, in the order in which reading started.
    var underWay: [String] = []
    /// The counts so far of each source.
    var counts: [String: RunCounts] = [:]
    var changes: [String: [RefreshChange]] = [:]
  }

  private let output: RefreshOutput
  private let bar: ProgressBar
  private let state = Mutex(State())

  /// Creates a progress bar and draws it immediately.
  init(_ output: RefreshOutput) {
    self.output = output
    let diagnostics = output.console.diagnostics
    bar = ProgressBar(
      Self.label([], [:]), unit: "records", total: nil, stream: diagnostics.stream,
      settings: diagnostics.settings)
  }

  /// The changes in a dry run, by source. They are recorded only for JSON, which is printed at the end.
  var changes: [String: [RefreshChange]] { state.withLock { $0.changes } }

  /// Handles an event. The sync engine calls this from its own threads.
  func take(_ event: SyncEvent) {
    switch event {
    case .began(let source):
      draw { state in state.underWay.append(source) }
    case .stored(let report):
      draw { state in state.counts[report.source] = report.counts }
    case .retrying(let source, let failure, let delay):
      guard output.console.hasReader else { return }
      output.console.diagnostics.note(
        "\(source): \(failure.cause); trying again in \(Int(delay.seconds.rounded(.up)).counted("second"))"
      )
    case .wouldChange(let source, let change):
      if output.isJSON {
        state.withLock { $0.changes[source, default: []].append(change) }
      } else {
        // The bar is erased first, because standard output and standard error may be the same terminal.
        bar.finish()
        output.print(change, of: source)
      }
    case .ended(let report):
      draw { state in
        state.counts[report.source] = report.counts
        state.underWay.removeAll { $0 == report.source }
      }
    }
  }

  /// Erases the bar.
  func finish() { bar.finish() }

  /// Prints a note with the number of records of each source that were stored before the refresh was interrupted.
  func noteStored() {
    let counts = state.withLock { $0.counts }
    for (source, counts) in counts.sorted(by: { $0.key < $1.key }) {
      let stored = counts.added + counts.updated + counts.removed
      guard stored > 0 else { continue }
      output.console.diagnostics.note(
        "\(stored.counted("record")) of \(source) \(stored == 1 ? "was" : "were") stored before the interruption")
    }
  }

  private func draw(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      bar.update(
        done: state.counts.values.reduce(0) { $0 + $1.total }, label: Self.label(state.underWay, state.counts))
    }
  }

  private static func label(_ sources: [String], _ counts: [String: RunCounts]) -> String {
    guard sources.count > 1 else { return "Refreshing" + sources.map { " \($0)" }.joined() }
    return "Refreshing " + sources.map { "\($0) \((counts[$0]?.total ?? 0).grouped)" }.joined(separator: ", ")
  }
}
