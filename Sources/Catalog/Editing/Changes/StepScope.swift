import FoundationEssentials

/// To which step the edits of a transaction belong: to one each, or all to one that has a name.
final class StepScope {
  private let name: String?
  /// The named step, once something was changed.
  private(set) var step: HistoryStep.ID?

  /// - Parameter name: what the one step is called; `nil` where each edit is a step.
  init(named name: String? = nil) { self.name = name }

  /// The step for a change.
  ///
  /// - Parameters:
  ///   - kind: what is done.
  ///   - summary: one line that says so.
  func step(for kind: HistoryStep.Kind, summary: String, now: Date, _ connection: Connection) throws -> HistoryStep.ID {
    let steps = StepTable(connection: connection)
    guard let name else { return try steps.begin(kind, summary: summary, now: now) }
    // Behind another step, such as a merge, it would be undone in the wrong order.
    if let step, try steps.isNewest(step) { return step }
    let begun = try steps.begin(.edit, summary: name, now: now)
    step = begun
    return begun
  }
}
