import Catalog

/// What there is to take from lists that the catalog fills: tags, the values of facets, saved searches. Read and looked through
/// elsewhere than on the main actor, and given up when something else is asked for.
@MainActor final class BrowserOffers {
  /// How many items are shown at most: further ones are found by what is typed.
  private nonisolated static let limit = 200

  private let catalog: BookCatalog
  private var purpose: BrowserPicker.Purpose?
  private var reading: Task<[BrowserPicker.Item], any Error>?
  private var matching: Task<Void, Never>?

  init(_ catalog: BookCatalog) { self.catalog = catalog }

  /// Finds the items that have what was typed.
  ///
  /// - Parameters:
  ///   - query: what is shown, for counts.
  ///   - tell: is told them, or why there are none; not where something else was asked for meanwhile.
  func find(
    _ typed: String, for purpose: BrowserPicker.Purpose, in query: BookQuery,
    tell: @escaping @MainActor (Result<[BrowserPicker.Item], any Error>) -> Void
  ) {
    matching?.cancel()
    if self.purpose != purpose {
      reading?.cancel()
      self.purpose = purpose
      reading = Task { [catalog] in
        try await catalog.read { try purpose.items(of: query, $0) }
      }
    }
    matching = Task { [reading] in
      do {
        guard let all = try await reading?.value else { return }
        let found = await Task.detached { Array(BrowserPicker.matches(of: typed, in: all).prefix(Self.limit)) }.value
        if !Task.isCancelled { tell(.success(found)) }
      } catch {
        if !Task.isCancelled { tell(.failure(error)) }
      }
    }
  }

  /// Forgets what was read: the next list is read anew.
  func end() {
    matching?.cancel()
    reading?.cancel()
    (purpose, reading) = (nil, nil)
  }
}

extension BrowserPicker.Purpose {
  /// Reads what there is to take, what most books have in front.
  ///
  /// - Parameter query: what is shown.
  func items(of query: BookQuery, _ snapshot: CatalogSnapshot) throws -> [BrowserPicker.Item] {
    switch self {
    case .tags(let target):
      // What is done to several books is told by the sign in front.
      let own = Set(target.book?.tags ?? [])
      return try snapshot.groups(by: .tag).sorted { $0.count > $1.count }.compactMap { group in
        group.label.map { tag in
          let isSet = own.contains(tag)
          return BrowserPicker.Item(
            text: tag, detail: group.count.grouped, isSet: isSet, choice: .tag(tag, isSet: isSet))
        }
      }.sorted { $0.isSet && !$1.isSet }
    case .values(let facet):
      return try facet.values(of: query, in: snapshot).map { value in
        // Such as “de” of German.
        let typed = value.condition.split(separator: ":", maxSplits: 1).last.map(String.init) ?? ""
        return BrowserPicker.Item(
          text: value.words, detail: value.count.grouped, otherName: typed, choice: .condition(value.condition))
      }
    case .searches:
      return try snapshot.savedSearches().map { search in
        BrowserPicker.Item(text: "@\(search.name)", detail: search.query, choice: .search(search))
      }
    case .form(let book): return try BrowserField.all(of: book, snapshot)
    case .state, .order, .facets, .words, .online: return []
    }
  }
}
