import Catalog

/// The text by which addresses refer to the step that led to a page: the number of the step, or a word if the viewer
/// may not see step numbers. The word refers to the last step that the viewer made or undid.
enum StepReference {
  private static let done = "done"
  private static let undone = "undone"

  static func text(of step: HistoryStep.ID, isUndone: Bool = false, for viewer: Viewer) -> String {
    viewer.seesStepNumbers ? String(step) : isUndone ? undone : done
  }

  /// Returns the viewer's own step that a text refers to.
  static func step(_ text: String, in view: ServedView) throws -> HistoryStep? {
    if view.viewer.seesStepNumbers {
      return try Int64(text).flatMap { try view.ownStep(HistoryStep.ID($0)) }
    }
    switch text {
    case done: return try view.nextSteps().undo.flatMap(view.ownStep)
    case undone: return try view.nextSteps().redo.flatMap(view.ownStep)
    default: return nil
    }
  }
}
