import Catalog

/// Reads the items of pick lists from the catalog: tags, values of facets, saved searches. Reading and matching run off
/// the main actor, and a newer request cancels them.
@MainActor final class BrowserOffers {
  /// The maximum number of items shown. Typing finds the others.
  private nonisolated static let limit = 200

  private let catalog: BookCatalog
  private var purpose: BrowserPicker.Purpose?
  private var reading: Task<[BrowserPicker.Item], any Error>?
  private var matching: Task<Void, Never>?

  init(_ catalog: BookCatalog) { self.catalog = catalog }

  /// Finds the items that match the typed text.
  ///
  /// - Parameters:
  ///   - query: The displayed query, for counts.
  ///   - tell: A closure called with the items or the error, unless a newer request was made meanwhile.
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

  /// Discards the items that were read. The next list is read again.
  func end() {
    matching?.cancel()
    reading?.cancel()
    (purpose, reading) = (nil, nil)
  }
}

extension BrowserPicker.Purpose {
  /// Reads the items, those with the most books first.
  ///
  /// - Parameter query: The displayed query.
  func items(of query: BookQuery, _ snapshot: CatalogSnapshot) throws -> [BrowserPicker.Item] {
    switch self {
    case .tags(let target):
      // For several books, the leading minus decides between adding and removing.
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
        // A short form such as “de” for German.
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
