import Catalog
import CatalogModel
import Platform

/// The pages of an import: the form, the preview, the progress, and the result.
struct ImportHTML {
  let context: PageContext
  /// The reason why the name of the source was refused; `nil` if it was not refused.
  var refusal: String?
  /// The name of the source as it was typed; `nil` if no name was typed.
  var typedSource: String?

  /// Returns the form that uploads a file.
  func form() -> [UInt8] {
    PageFrame(context: context, title: Texts.Imports.heading, section: .imports, kind: "import").page { html in
      html.element(.h1, text: Texts.Imports.heading)
      html.element(.p, text: Texts.Imports.explanation)
      FileForm.write(
        to: context.address("import"), label: Texts.Imports.file,
        accepts: ".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.gz,.tgz,.mrc,.marc,.xml,.marcxml",
        button: Texts.Imports.preview, &html)
      noteOwners(&html)
    }
  }

  /// Tells viewers other than the owner which fields of the file will not be imported.
  private func noteOwners(_ html: inout HTMLWriter) {
    guard context.view.viewer.role != .owner else { return }
    html.element(.p, text: Texts.Imports.leavesOutOwnersFields)
  }

  /// Returns the page for an uploaded file: the preview, the progress or the result, depending on the state of its
  /// import.
  func page(of kept: KeptImport, token: String) throws -> [UInt8] {
    let title = kept.name.map(Texts.Imports.heading) ?? Texts.Imports.heading
    return try PageFrame(context: context, title: title, section: .imports, kind: "import").page { html in
      html.element(.h1, text: title)
      switch kept.state {
      case .looking(let progress): running(Texts.Imports.reading, progress, token, &html)
      case .tried(let outcome): tried(outcome, token, &html)
      case .running(let progress): running(Texts.Imports.importing, progress, token, &html)
      case .ended(let outcome): try ended(outcome, &html)
      case .failed(let problem):
        html.element(.p, .with(.role, "status"), text: problem.detail ?? Texts.Imports.failed)
        html.element(.p) { $0.link(Texts.Imports.sendAgain, to: context.address("import")) }
      }
    }
  }

  private func tried(_ outcome: ImportOutcome, _ token: String, _ html: inout HTMLWriter) {
    ImportReportHTML(outcome: outcome).write(isDryRun: true, to: &html)
    noteOwners(&html)
    if let refusal { html.element(.p, .classes("notice refused"), .with(.role, "alert"), text: refusal) }
    html.element(
      .form, .with(.method, "post"), .action(context.address("import", token)), .classes("edit")
    ) { html in
      html.element(.div, .classes("input")) { html in
        html.element(.label, .with(.forID, "f-source"), text: Texts.Imports.source)
        html.void(
          .input, .id("f-source"), .with(.name, "source"), .with(.type, "text"),
          .with(.value, typedSource ?? outcome.report.source),
          .with(.autocomplete, "off"), .with(.required, "required"))
        html.element(.small, text: Texts.Imports.aboutSource)
      }
      html.element(.p, .classes("buttons")) { html in
        html.element(.button, .with(.type, "submit"), .classes("main"), text: Texts.Imports.start)
        html.element(
          .button, .with(.type, "submit"), .with(.name, "action"), .with(.value, "leave"), text: Texts.Action.cancel)
      }
    }
  }

  private func running(_ words: String, _ progress: ImportProgress?, _ token: String, _ html: inout HTMLWriter) {
    let rows = progress.map { $0.counts.total + $0.waiting } ?? 0
    html.element(.p, .with(.role, "status"), text: Texts.Imports.progress(words, rows))
    html.element(.p) { $0.link(Texts.Imports.checkAgain, to: context.address("import", token)) }
  }

  private func ended(_ outcome: ImportOutcome, _ html: inout HTMLWriter) throws {
    if let step = try outcome.report.step.flatMap(context.view.ownStep) {
      StepNotice(context: context, step: step).write(to: &html)
    }
    ImportReportHTML(outcome: outcome).write(isDryRun: false, to: &html)
    if outcome.webCovers > 0, context.asksAboutCovers {
      CoverQuestionHTML(context: context, reason: Texts.Covers.areOnWeb(rows: outcome.webCovers)).write(to: &html)
    }
    html.element(.p) { $0.link(Texts.Imports.showNewest, to: context.address("", query: [("sort", "newest")])) }
  }
}
