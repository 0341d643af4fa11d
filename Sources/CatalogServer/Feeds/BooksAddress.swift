import Catalog

/// Which books a feed has, as its address says it: those of a group or of a query, narrowed by facets, in an order, a page of them.
struct BooksAddress {
  static let path = "/opds/books"
  /// Of searches. Nothing before the template may have its word in it, or KOReader leaves out what was typed.
  static let searchPath = "/opds/search"

  /// What a list can be narrowed by.
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

  /// The largest number of a page, so that places can be counted from it.
  private static let lastPage = 1_000_000_000

  let basePath: String
  /// What was searched for; `nil` of a list that is no search.
  var search: String?
  var group: BookGroupPart?
  var isNewest = false
  /// Conditions of queries by their facets: `language:eng`.
  var narrowing: [Facet: String] = [:]
  /// From 1.
  var page = 1

  init(basePath: String) { self.basePath = basePath }

  /// Reads an address.
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

  /// The query that finds them.
  var query: BookQuery { query(without: nil) }

  /// The query without what one facet says.
  func query(without facet: Facet?) -> BookQuery {
    let filter = Facet.allCases.filter { $0 != facet }.compactMap { narrowing[$0] }.joined(separator: " ")
    let text = search ?? ""
    let order: BookOrder =
      isNewest ? .newestFirst : search != nil && BookQuery(text).isRanked ? .bestMatch : BookOrder(.title)
    return BookQuery(text, in: filter, order: order)
  }

  /// In which order the books of a group stand: of a series, by their numbers.
  var groupOrder: KeyOrder { isNewest ? .newestFirst : KeyOrder(group?.grouping == .series ? .series : .title) }

  /// The address of another page of the same books.
  func page(_ number: Int) -> String {
    var other = self
    other.page = number
    return other.text
  }

  /// The address of the first page of books narrowed otherwise.
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
