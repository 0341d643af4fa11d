import Catalog

/// The address of a feed of books. It specifies a group or a query, filters by facets, an order, and a page.
struct BooksAddress {
  static let path = "/opds/books"
  /// The path of searches. It must not contain the word `query`, which is the name of the search parameter. Otherwise,
  /// KOReader leaves out the search term.
  static let searchPath = "/opds/search"

  /// A facet by which a list can be filtered.
  enum Facet: String, CaseIterable {
    case language, state, decade, tag

    var title: String {
      switch self {
      case .language: "Language"
      case .state: "State"
      case .decade: "Decade"
      case .tag: "Tag"
      }
    }

    var facet: BookFacet {
      switch self {
      case .language: .group(.language)
      case .state: .state
      case .decade: .decade
      case .tag: .group(.tag)
      }
    }
  }

  /// The largest page number, chosen so that offsets do not overflow.
  private static let lastPage = 1_000_000_000

  let basePath: String
  /// The search query; `nil` if the list is not a search.
  var search: String?
  var group: BookGroupPart?
  var isNewest = false
  /// The condition for each facet by which the list is filtered, such as `language:eng`.
  var narrowing: [Facet: String] = [:]
  /// The page number, from 1.
  var page = 1

  init(basePath: String) { self.basePath = basePath }

  /// Creates an address from the parameters of a request.
  ///
  /// - Throws: ``Problem``, 400.
  init(_ request: RoutedRequest, isSearch: Bool) throws(Problem) {
    basePath = request.basePath
    let target = request.request.target
    if isSearch { search = target["query"] ?? "" }
    for grouping in Self.groupings {
      if let label = target[grouping.rawValue] { group = BookGroupPart(grouping: grouping, label: label) }
    }
    isNewest = target["sort"] == "newest"
    for facet in Facet.allCases {
      guard let condition = target["in-\(facet.rawValue)"], !condition.isEmpty else { continue }
      narrowing[facet] = condition
    }
    page = try target.number("page", in: 1...Self.lastPage) ?? 1
  }

  private static let groupings: [BookGrouping] = [.author, .series, .tag]

  /// The query that finds the books.
  var query: BookQuery { query(without: nil) }

  /// Returns the query without the condition for the given facet.
  func query(without facet: Facet?) -> BookQuery {
    let filter = Facet.allCases.filter { $0 != facet }.compactMap { narrowing[$0] }.joined(separator: " ")
    let text = search ?? ""
    let order: BookOrder =
      isNewest ? .newestFirst : search != nil && BookQuery(text).isRanked ? .bestMatch : BookOrder(.title)
    return BookQuery(text, in: filter, order: order)
  }

  /// The order of a group's books. The books of a series are ordered by their numbers in the series.
  var groupOrder: KeyOrder { isNewest ? .newestFirst : KeyOrder(group?.grouping == .series ? .series : .title) }

  /// Returns the address of another page of the same list.
  func page(_ number: Int) -> String {
    var other = self
    other.page = number
    return other.text
  }

  /// Returns the address of the list's first page, with the condition for a facet replaced; `nil` removes the
  /// condition.
  func narrowed(by facet: Facet, _ condition: String?) -> String {
    var other = self
    other.narrowing[facet] = condition
    return other.page(1)
  }

  var text: String {
    var items: [(name: String, value: String)] = []
    if let search { items.append(("query", search)) }
    if let group, let label = group.label { items.append((group.grouping.rawValue, label)) }
    if isNewest { items.append(("sort", "newest")) }
    for facet in Facet.allCases { if let value = narrowing[facet] { items.append(("in-\(facet.rawValue)", value)) } }
    if page > 1 { items.append(("page", String(page))) }
    return FeedAddress.text(basePath, search == nil ? Self.path : Self.searchPath, items)
  }
}
