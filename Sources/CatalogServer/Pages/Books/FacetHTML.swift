import Catalog
import CatalogModel
import Platform

/// The page with the values that the books of a query have for one facet, or with the most frequent values for every
/// facet.
struct FacetHTML {
  /// The maximum number of values on the page of a single facet, and for each facet on the page of all facets.
  private static let (maxValues, maxValuesOfEach) = (ServedView.maxFacetValues, 12)

  let context: PageContext
  private let facets: [(facet: BookFacet, counts: CachedCounts.Answer)]

  /// Creates the page.
  ///
  /// - Throws: ``Problem``, 400 if there is no such facet.
  init(_ context: PageContext) throws {
    self.context = context
    let requested = BookFacet.all.filter { context["facet"].isEmpty || $0.name == context["facet"] }
    guard !requested.isEmpty else {
      throw Problem.badRequest("facet must be one of \(BookFacet.all.map(\.name).candidates).")
    }
    facets = try requested.map { ($0, try context.view.values(of: $0, in: BookQuery(context["q"]))) }
  }

  /// Returns the complete page.
  func bytes() -> [UInt8] {
    let limit = facets.count == 1 ? Self.maxValues : Self.maxValuesOfEach
    return PageFrame(context: context, title: Texts.List.filterBooks, section: .library).page { html in
      html.element(.nav, .classes("neighbours"), .with(.ariaLabel, Texts.List.list)) { html in
        html.link(
          Texts.BookPage.previous(context["q"].isEmpty ? Texts.List.allBooks : context["q"]),
          to: context.search(context["q"]))
      }
      html.element(.h1, text: Texts.List.filterBooks)
      for (facet, counts) in facets where counts.total > 0 {
        html.element(.section) { html in
          html.element(.h2, text: facet.label)
          if counts.total > limit {
            html.element(.p, text: Texts.List.mostFrequent(limit, of: counts.total))
          }
          FacetValues(context: context, list: context.list, facet: facet).write(counts.values.prefix(limit), to: &html)
        }
      }
    }
  }
}
