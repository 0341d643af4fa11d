import CatalogDatabase
import FoundationEssentials

/// Assigns the edits of a transaction to steps: one step for each edit, or one named step for all edits.
final class StepScope {
  private let name: String?
  /// The named step, once a change has created it.
  private(set) var step: HistoryStep.ID?

  /// Creates a scope.
  ///
  /// - Parameter name: The summary of the single step; `nil` to make each edit a step.
  init(named name: String? = nil) { self.name = name }

  /// Returns the step for a change.
  ///
  /// - Parameters:
  ///   - kind: The category of the change.
  ///   - summary: A one-line description of the change.
  func step(for kind: HistoryStep.Kind, summary: String, now: Date, _ connection: Connection) throws -> HistoryStep.ID {
    let steps = StepTable(connection: connection)
    guard let name else { return try steps.begin(kind, summary: summary, now: now) }
    // If another step, such as a merge, has begun since, joining the named step would break the order of undo.
    if let step, try steps.isNewest(step) { return step }
    let begun = try steps.begin(.edit, summary: name, now: now)
    step = begun
    return begun
  }
}
