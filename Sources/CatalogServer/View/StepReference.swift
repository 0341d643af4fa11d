import Catalog

/// The text by which addresses name the step that led to a page. Step numbers count every change of the catalog, so for a
/// viewer who may see only some books it is a word: the step that they made last, or the one that they took back last.
enum StepReference {
  private static let done = "done"
  private static let undone = "undone"

  static func text(of step: HistoryStep.ID, isUndone: Bool = false, for viewer: Viewer) -> String {
    viewer.books == .all ? String(step) : isUndone ? undone : done
  }

  /// Returns the step of the viewer's own that a text names.
  static func step(_ text: String, in view: ServedView) throws -> HistoryStep? {
    guard view.viewer.books != .all else {
      return try Int64(text).flatMap { try view.ownStep(HistoryStep.ID($0)) }
    }
    switch text {
    case done: return try view.nextToUndo().flatMap(view.ownStep)
    case undone: return try view.nextToRedo().flatMap(view.ownStep)
    default: return nil
    }
  }
}
