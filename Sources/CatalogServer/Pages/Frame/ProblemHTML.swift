/// A page for a problem, with the same texts that programs get.
struct ProblemHTML {
  let problem: Problem
  let basePath: String

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    var html = HTMLWriter()
    html.element(.html, .with(.lang, "en")) { html in
      PageHead.write(title: problem.title, basePath: basePath, to: &html)
      html.element(.body, .with(.dataBase, basePath), .with(.dataPage, "problem")) { html in
        html.element(.main, .id("main"), .classes("problem")) { html in
          html.element(.p, .classes("status"), text: String(problem.status))
          html.element(.h1, text: problem.title)
          if let detail = problem.detail { html.element(.p, text: detail) }
          html.element(.p) { $0.link("All books", to: PageAddress(basePath: basePath, path: [])) }
        }
      }
    }
    html.line()
    return html.bytes
  }
}
