import Catalog
import CatalogSources

/// The frame of each page: the head, the search, and the navigation.
struct PageFrame {
  let context: PageContext
  let title: String
  let section: PageSection?
  /// The type of the page, for the script.
  var kind = "page"

  /// Returns the complete page.
  ///
  /// - Parameter content: Writes the content of the page.
  func page(_ content: (inout HTMLWriter) throws -> Void) rethrows -> [UInt8] {
    var html = HTMLWriter()
    try html.element(.html, .with(.lang, Texts.language)) { html in
      PageHead.write(title: title, basePath: context.request.basePath, to: &html)
      try html.element(
        .body, .with(.dataBase, context.request.basePath), .with(.dataPage, kind),
        .with(.dataEdits, context.mayEdit ? "on" : context.mayChange ? "marks" : "off")
      ) { html in
        html.link(Texts.Frame.skip, to: PageAddress(fragment: "main"), .classes("skip"))
        header(&html)
        try html.element(.main, .id("main"), .with(.tabindex, "-1")) { html in
          if let step = context.step { StepNotice(context: context, step: step).write(to: &html) }
          try content(&html)
        }
        footer(&html)
      }
    }
    html.line()
    return html.bytes
  }

  private func header(_ html: inout HTMLWriter) {
    html.element(.header, .classes("top")) { html in
      html.link(Texts.catalog, to: context.address(""), .classes("brand"))
      SearchForm(
        address: context.address(""), query: context["q"],
        kept: [("sort", context["sort"]), ("view", context.request.chosenLook?.rawValue ?? "")], hasHelp: true
      ).write(to: &html)
      SearchHelp(context: context).write(to: &html)
      PageNavigation(context: context, section: section).write(to: &html)
    }
    html.line()
  }

  private func footer(_ html: inout HTMLWriter) {
    html.line()
    // An account that sees only some books is not told that there is more.
    guard !context.showsEverything, context.view.viewer.audience.books == .all else { return }
    html.element(.footer) { html in
      html.element(
        .p,
        text: context.request.request.client.isOpen ? Texts.Frame.hiddenByConnection : Texts.Frame.hiddenByRole)
    }
  }
}

/// The `head` element of each page.
enum PageHead {
  static func write(title: String, basePath: String, to html: inout HTMLWriter) {
    html.element(.head) { html in
      html.void(.meta, .with(.charset, "utf-8"))
      html.void(
        .meta, .with(.name, "viewport"), .with(.content, "width=device-width, initial-scale=1"))
      html.void(.meta, .with(.name, "color-scheme"), .with(.content, "light dark"))
      html.element(.title, text: Texts.Frame.title(title))
      let links: [(WebAsset, String)] = [
        (.style, "stylesheet"), (.icon, "icon"), (.homeIcon, "apple-touch-icon"), (.manifest, "manifest"),
      ]
      for (asset, rel) in links {
        html.void(.link, .with(.rel, rel), .href(asset.address(basePath: basePath)))
      }
      html.element(
        .script, .with(.type, "module"), .src(WebAsset.script.address(basePath: basePath)), text: "")
    }
    html.line()
  }
}
