/// A page for a problem, with the same texts that programs get. Its links lead to the pages that everybody may open,
/// because the viewer may be unknown.
struct ProblemHTML {
  let problem: Problem
  let basePath: String

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    var html = HTMLWriter()
    html.element(.html, .with(.lang, Texts.language)) { html in
      PageHead.write(title: problem.title, basePath: basePath, to: &html)
      html.element(.body, .with(.dataBase, basePath), .with(.dataPage, "problem")) { html in
        html.element(.header, .classes("top")) { html in
          html.link(Texts.catalog, to: address(""), .classes("brand"))
          SearchForm(address: address("")).write(to: &html)
          html.element(.nav, .with(.ariaLabel, Texts.Frame.pages), .classes("pages")) { html in
            html.element(.ul) { html in
              for section in [PageSection.library, .statistics] {
                html.element(.li) { $0.link(section.label, to: address(section.path)) }
              }
            }
          }
        }
        html.element(.main, .id("main"), .classes("problem")) { html in
          html.element(.p, .classes("status"), text: String(problem.status))
          // A heading for people instead of the title of HTTP.
          html.element(.h1, text: Texts.Problems.headings[problem.status] ?? problem.title)
          if let detail = problem.detail { html.element(.p, text: detail) }
          html.element(.p) { $0.link(Texts.Problems.backToLibrary, to: address("")) }
        }
      }
    }
    html.line()
    return html.bytes
  }

  private func address(_ path: String) -> PageAddress { PageAddress(basePath: basePath, path: [path]) }
}
