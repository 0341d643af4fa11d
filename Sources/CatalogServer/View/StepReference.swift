import Catalog

/// The text by which addresses name the step that led to a page: its number, or a word for viewers who do not see step
/// numbers. The word means the step that they made last, or the one that they took back last.
enum StepReference {
  private static let done = "done"
  private static let undone = "undone"

  static func text(of step: HistoryStep.ID, isUndone: Bool = false, for viewer: Viewer) -> String {
    viewer.seesStepNumbers ? String(step) : isUndone ? undone : done
  }

  /// Returns the step of the viewer's own that a text names.
  static func step(_ text: String, in view: ServedView) throws -> HistoryStep? {
    if view.viewer.seesStepNumbers {
      return try Int64(text).flatMap { try view.ownStep(HistoryStep.ID($0)) }
    }
    switch text {
    case done: return try view.nextToUndo().flatMap(view.ownStep)
    case undone: return try view.nextToRedo().flatMap(view.ownStep)
    default: return nil
    }
  }
}
