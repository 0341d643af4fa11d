import Catalog
import CatalogJSON
import CatalogModel
import Platform

/// The page with the sources of the catalog and their state.
struct SourcesHTML {
  let context: PageContext
  let sources: [SourceStatus]
  /// The refused form; `nil` if no form was refused.
  let refused: RefusedForm?
  /// Returns the number of records that the refresh of a source has stored so far; `nil` if no refresh is in progress.
  let progress: (CatalogSource.ID) -> Int?

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: Texts.Sections.sources, section: .sources).page { html in
      html.element(.h1, text: Texts.Sections.sources)
      refused?.write(to: &html, in: context)
      guard !sources.isEmpty else {
        html.element(.p, text: Texts.Sources.hasNone)
        return addition(&html)
      }
      html.element(
        .div, .classes("wide"), .with(.tabindex, "0"), .with(.role, "group"), .with(.ariaLabel, Texts.Sections.sources)
      ) {
        html in
        html.element(.table, .classes("sources")) { html in
          html.element(.caption, text: Texts.Sources.count(sources.count))
          html.element(.thead) { html in
            html.element(.tr) { html in
              for head in Self.heads + (isOwned ? [Texts.Action.edit] : []) {
                html.element(.th, .with(.scope, "col"), text: head)
              }
            }
          }
          html.element(.tbody) { html in
            for source in sources { row(source, &html) }
          }
        }
      }
      addition(&html)
    }
  }

  private static let heads = [
    Texts.Sources.name, Texts.Sources.kind, Texts.Sources.state, Texts.Sources.books, Texts.Sources.refreshed,
    Texts.Sources.location,
  ]

  private func row(_ status: SourceStatus, _ html: inout HTMLWriter) {
    html.element(.tr) { html in
      html.element(.th, .with(.scope, "row"), text: status.source.name)
      html.element(.td, text: status.source.kind.rawValue)
      html.element(.td) { html in
        if let count = progress(status.id) { return html.text(Texts.Sources.refreshing(count)) }
        guard status.isFailing, let error = status.lastError else { return html.text(status.stateInWords) }
        html.element(.strong, text: status.stateInWords)
        html.text(" ")
        html.element(.small, text: error)
      }
      html.element(.td, text: status.records.grouped)
      html.element(.td) { html in if let time = status.refreshed { html.time(time) } }
      html.element(.td, text: status.source.location ?? "")
      if isOwned { html.element(.td) { buttons(status.source, &$0) } }
    }
  }

  private var isOwned: Bool { context.view.viewer.role == .owner }

  private func buttons(_ source: CatalogSource, _ html: inout HTMLWriter) {
    guard source.isRefreshed else { return }
    html.element(.form, .with(.method, "post"), .action(context.address("sources")), .classes("inline")) { html in
      html.hidden("name", source.name)
      let actions =
        source.state == .paused
        ? [("resume", Texts.Sources.resume)]
        : [("refresh", Texts.Sources.refresh), ("pause", Texts.Sources.pause)]
      for (action, words) in actions {
        html.element(
          .button, .with(.type, "submit"), .with(.name, "action"), .with(.value, action),
          .with(.ariaLabel, Texts.Sources.action(words, source.name)), text: words)
      }
    }
  }

  /// Writes the form or the command that adds a source.
  private func addition(_ html: inout HTMLWriter) {
    guard isOwned else { return html.hint(Texts.Sources.toAdd, .addSource, in: context) }
    html.element(.p) { $0.link(Texts.Sources.importFile, to: context.address("import")) }
    html.element(.h2, text: Texts.Sources.addSource)
    html.element(.form, .with(.method, "post"), .action(context.address("sources")), .classes("edit")) { html in
      html.hidden("action", "add")
      line("name", Texts.Sources.name, Texts.Sources.aboutName, &html)
      html.element(.div, .classes("input")) { html in
        html.element(.label, .with(.forID, "f-kind"), text: Texts.Sources.kind)
        html.element(.select, .id("f-kind"), .with(.name, "kind")) { html in
          for (kind, words) in [
            ("opds", Texts.Sources.opds), ("calibre", Texts.Sources.calibre), ("feed", Texts.Sources.feed),
          ] {
            html.option(words, value: kind, typed("kind") == kind ? [.with(.selected, "selected")] : [])
          }
        }
      }
      line("location", Texts.Sources.address, Texts.Sources.aboutAddress, &html)
      html.element(.p, .classes("buttons")) {
        $0.element(.button, .with(.type, "submit"), .classes("main"), text: Texts.Sources.add)
      }
    }
  }

  private func line(_ name: String, _ label: String, _ help: String, _ html: inout HTMLWriter) {
    html.element(.div, .classes("input")) { html in
      html.element(.label, .with(.forID, "f-\(name)"), text: label)
      html.void(
        .input, .id("f-\(name)"), .with(.name, name), .with(.type, "text"), .with(.autocomplete, "off"),
        .with(.required, "required"), .with(.value, typed(name)))
      html.element(.small, text: help)
    }
  }

  /// Returns the value that was typed, if the form that adds a source was refused.
  private func typed(_ name: String) -> String {
    refused?.form["action"] == "add" ? refused?.form[name] ?? "" : ""
  }
}
