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
    PageFrame(context: context, title: "Import books", section: .imports, kind: "import").page { html in
      html.element(.h1, text: "Import books")
      html.element(
        .p,
        text:
          "A CSV table from Goodreads, StoryGraph, LibraryThing or calibre, or one of your own; JSON Lines; JSON from "
          + "LibraryThing; or the archive of a BookWyrm account. You'll see a preview before anything changes.")
      FileForm.write(
        to: context.address("import"), label: "File",
        accepts: ".csv,.tsv,.tab,.txt,.json,.jsonl,.ndjson,.gz,.tgz,.mrc,.marc,.xml,.marcxml",
        button: "Preview", &html)
      noteOwners(&html)
    }
  }

  /// Tells viewers other than the owner which fields of the file will not be imported.
  private func noteOwners(_ html: inout HTMLWriter) {
    guard context.view.viewer.role != .owner else { return }
    html.element(
      .p,
      text:
        "Reading statuses, reading dates, ratings, reviews, notes, copies and custom fields in the file are not "
        + "imported. Only the owner can import them.")
  }

  /// Returns the page for an uploaded file: the preview, the progress or the result, depending on the state of its
  /// import.
  func page(of kept: KeptImport, token: String) throws -> [UInt8] {
    let title = kept.name.map { "Import “\($0)”" } ?? "Import books"
    return try PageFrame(context: context, title: title, section: .imports, kind: "import").page { html in
      html.element(.h1, text: title)
      switch kept.state {
      case .looking(let progress): running("Reading the file", progress, token, &html)
      case .tried(let outcome): tried(outcome, token, &html)
      case .running(let progress): running("Importing", progress, token, &html)
      case .ended(let outcome): try ended(outcome, &html)
      case .failed(let problem):
        html.element(.p, .with(.role, "status"), text: problem.detail ?? "The import failed.")
        html.element(.p) { $0.link("Send a file again", to: context.address("import")) }
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
        html.element(.label, .with(.forID, "f-source"), text: "Source")
        html.void(
          .input, .id("f-source"), .with(.name, "source"), .with(.type, "text"),
          .with(.value, typedSource ?? outcome.report.source),
          .with(.autocomplete, "off"), .with(.required, "required"))
        html.element(
          .small,
          text: "A later import under this name updates these books. If you change the name, you get a new preview.")
      }
      html.element(.p, .classes("buttons")) { html in
        html.element(.button, .with(.type, "submit"), .classes("main"), text: "Import")
        html.element(
          .button, .with(.type, "submit"), .with(.name, "action"), .with(.value, "leave"), text: "Cancel")
      }
    }
  }

  private func running(_ words: String, _ progress: ImportProgress?, _ token: String, _ html: inout HTMLWriter) {
    let rows = progress.map { $0.counts.total + $0.waiting } ?? 0
    html.element(.p, .with(.role, "status"), text: "\(words): \(rows.counted("row")) so far.")
    html.element(.p) { $0.link("Check again", to: context.address("import", token)) }
  }

  private func askAboutCovers(_ count: Int, _ html: inout HTMLWriter) {
    html.element(.form, .with(.method, "post"), .action(context.address("covers")), .classes("edit")) { html in
      html.element(
        .p,
        text:
          "There is a cover on the web for \(count.counted("row")). Should this server fetch and show covers from the "
          + "web? The websites will see the server’s address.")
      html.hidden("back", context.ownAddress.text)
      html.element(.p, .classes("buttons")) { html in
        html.element(
          .button, .with(.type, "submit"), .with(.name, "fetch"), .with(.value, "true"), text: "Yes, fetch covers")
        html.element(
          .button, .with(.type, "submit"), .with(.name, "fetch"), .with(.value, ""), text: "No")
      }
    }
  }

  private func ended(_ outcome: ImportOutcome, _ html: inout HTMLWriter) throws {
    if let step = try outcome.report.step.flatMap(context.view.ownStep) {
      StepNotice(context: context, step: step).write(to: &html)
    }
    ImportReportHTML(outcome: outcome).write(isDryRun: false, to: &html)
    if outcome.webCovers > 0, context.asksAboutCovers { askAboutCovers(outcome.webCovers, &html) }
    html.element(.p) { $0.link("Show the newest books", to: context.address("", query: [("sort", "newest")])) }
  }
}
