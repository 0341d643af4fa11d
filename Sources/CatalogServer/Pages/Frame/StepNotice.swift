import Catalog

/// A notice about the step that led to a page, with the button that undoes or redoes the step.
struct StepNotice {
  let context: PageContext
  let step: HistoryStep

  func write(to html: inout HTMLWriter) {
    html.element(.div, .classes("notice"), .with(.role, "status")) { html in
      html.element(.p, text: StepButton.canBeUndone(step) ? step.summary : Texts.Frame.undone(step.summary))
      StepButton(step: step, context: context).write(to: &html)
    }
  }
}

/// A button that undoes or redoes a step and then returns to the page.
struct StepButton {
  let step: HistoryStep
  let context: PageContext

  /// Returns true if any part of a step is in effect.
  static func canBeUndone(_ step: HistoryStep) -> Bool { step.state != .undone && step.state != .overtaken }

  func write(to html: inout HTMLWriter) {
    let isUndo = Self.canBeUndone(step)
    html.element(
      .form, .with(.method, "post"), .action(context.address(isUndo ? "undo" : "redo")), .classes("inline")
    ) { html in
      if context.view.viewer.seesStepNumbers { html.hidden("step", String(step.id)) }
      html.hidden("back", context.ownAddress.text)
      html.element(.button, .with(.type, "submit"), text: isUndo ? Texts.Action.undo : Texts.Action.redo)
    }
  }
}
