import Catalog
import CatalogModel
import CatalogSources

/// The routes for undoing and redoing steps.
struct UndoRoutes {
  let pages: PageMaker
  private var catalog: ServedCatalog { pages.catalog }

  var routes: [Route] {
    [
      Route(
        .post, "/undo", formats: [.json, .html], takes: ["step"], answers: .object,
        summary: "Undoes your last step, or the step whose number is in the parameter step."
      ) { try replay($0, .undo) },
      Route(
        .post, "/redo", formats: [.json, .html], takes: ["step"], answers: .object,
        summary: "Redoes the step that you last undid, or the step whose number is in the parameter step."
      ) { try replay($0, .redo) },
    ]
  }

  private enum Direction { case undo, redo }

  /// The problem reported for a step that changed a book which the viewer may no longer see. The text is the same as
  /// for a removed book.
  private static let hidden = Problem(409, detail: "Someone else has changed the same fields since.")

  private func replay(_ request: RoutedRequest, _ direction: Direction) throws -> Answer {
    let body = try ChangeBody(request, keys: ["step"])
    let named = try body.number("step").map { HistoryStep.ID($0) }
    let back = ReturnAddress(try body.text("back"), basePath: request.basePath)
    let step = try allowed(named, direction, request)
    return try catalog.replay(request) { catalog in
      switch (direction, step) {
      case (.undo, let step?): try await catalog.undo(step: step)
      case (.undo, nil): try await catalog.undo()
      case (.redo, let step?): try await catalog.redo(step: step)
      case (.redo, nil): try await catalog.redo()
      }
    } respond: { outcome in
      guard request.format == .html else { return ChangeAnswer(request: request).document(outcome) }
      let step = StepReference.text(of: outcome.step.id, isUndone: direction == .undo, for: request.viewer)
      // The page of a book that has just been removed does not exist anymore.
      let isGone = try catalog.read(request) { view in
        try back.book(basePath: request.basePath).map { try view.book($0) == nil } ?? false
      }
      let page = isGone ? PageAddress(basePath: request.basePath, path: []) : back.page(basePath: request.basePath)
      return .leading(to: page.with(PageContext.stepParameter, step).text)
    }
  }

  /// Returns the step to undo or redo; `nil` for the viewer's next step.
  ///
  /// Owners may undo anybody's steps; other viewers may undo only their own. Viewers who may no longer edit books may
  /// undo only changes to their own personal fields, such as ratings.
  private func allowed(
    _ step: HistoryStep.ID?, _ direction: Direction, _ request: RoutedRequest
  ) throws -> HistoryStep.ID? {
    guard request.viewer.role < .owner else { return step }
    return try catalog.read(request) { view in
      if let step, try !view.viewer.seesStepNumbers || view.ownStep(step) == nil { throw Problem.notFound }
      guard !view.viewer.mayEdit,
        let meant = try step ?? (direction == .undo ? view.nextSteps().undo : view.nextSteps().redo)
      else { return step }
      guard try view.seesBooks(of: meant) else { throw Self.hidden }
      guard try view.isOfMarks(meant) else { throw Problem(403, detail: EditableFields.editorsOnly) }
      return meant
    }
  }
}
