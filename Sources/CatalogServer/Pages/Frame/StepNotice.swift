import Catalog

/// What was done before the page was shown, and the button that takes it back or does it again.
struct StepNotice {
  let context: PageContext
  let step: HistoryStep

  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("notice"), .with(.role, "status")) { html in
      html.element(.p, text: StepButton.canBeUndone(step) ? step.summary : "Undone: \(step.summary)")
      StepButton(step: step, context: context).write(to: &html)
    }
  }
}

/// A button that takes a step back, or does it again, and leads back to the page.
struct StepButton {
  let step: HistoryStep
  let context: PageContext

  /// Whether something of a step stands.
  static func canBeUndone(_ step: HistoryStep) -> Bool { step.state != .undone && step.state != .overtaken }

  func write(to html: inout HTMLWriter) {
    let isUndo = Self.canBeUndone(step)
    html.element(
      .form, .with(.method, "post"), .action(context.address(isUndo ? "undo" : "redo")), .classes("inline")
    ) { html in
      if context.view.viewer.seesStepNumbers { html.hidden("step", String(step.id)) }
      html.hidden("back", context.ownAddress.text)
      html.element(.button, .with(.type, "submit"), text: isUndo ? "Undo" : "Redo")
    }
  }
}
