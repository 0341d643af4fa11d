import Catalog
import CatalogJSON
import CatalogModel

/// The sources of the catalog and how each is, as a page for people.
struct SourcesHTML {
  let context: PageContext
  let sources: [SourceStatus]

  /// The whole page.
  func bytes() -> [UInt8] {
    PageFrame(context: context, title: "Sources", section: .sources).page { html in
      html.element(.h1, text: "Sources")
      guard !sources.isEmpty else {
        html.element(.p, text: "There are no sources yet.")
        return html.hint("To bring one in:", .addSource, in: context)
      }
      html.element(.div, .classes("wide"), .with(.tabindex, "0"), .with(.role, "group"), .with(.ariaLabel, "Sources")) {
        html in
        html.element(.table, .classes("sources")) { html in
          html.element(.caption, text: sources.count.counted("source"))
          html.element(.thead) { html in
            html.element(.tr) { html in
              for head in ["Name", "Kind", "State", "Books", "Refreshed", "Location"] {
                html.element(.th, .with(.scope, "col"), text: head)
              }
            }
          }
          html.element(.tbody) { html in
            for source in sources { row(source, &html) }
          }
        }
      }
    }
  }

  private func row(_ status: SourceStatus, _ html: inout HTMLWriter) {
    html.element(.tr) { html in
      html.element(.th, .with(.scope, "row"), text: status.source.name)
      html.element(.td, text: status.source.kind.rawValue)
      html.element(.td) { html in
        guard status.isFailing, let error = status.lastError else { return html.text(status.stateInWords) }
        html.element(.strong, text: status.stateInWords)
        html.text(" ")
        html.element(.small, text: error)
      }
      html.element(.td, text: status.records.spoken)
      html.element(.td) { html in if let time = status.refreshed { html.time(time) } }
      html.element(.td, text: status.source.location ?? "")
    }
  }
}
