import Catalog
import Platform

/// The items of pick lists that come from the catalog: tags, facet values and saved searches. They are read and matched
/// off the main actor. A newer request cancels the previous one.
@MainActor final class BrowserOffers {
  /// The maximum number of items to show at once. The user can find the others by typing.
  private nonisolated static let limit = 200

  private let catalog: BookCatalog
  private var purpose: BrowserPicker.Purpose?
  private var reading: Task<[BrowserPicker.Item], any Error>?
  private var matching: Task<Void, Never>?

  init(_ catalog: BookCatalog) { self.catalog = catalog }

  /// Finds the items that match the typed text.
  ///
  /// - Parameters:
  ///   - query: The query of the displayed list. Only its books are counted.
  ///   - tell: A closure called with the items or the error, unless a newer request has been made in the meantime.
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

  /// Discards the items read so far. The next pick list reads its items again.
  func end() {
    matching?.cancel()
    reading?.cancel()
    (purpose, reading) = (nil, nil)
  }
}

extension BrowserPicker.Purpose {
  /// Reads the items. Tags and values are sorted by their number of books, the largest first.
  ///
  /// - Parameter query: The displayed query.
  func items(of query: BookQuery, _ snapshot: CatalogSnapshot) throws -> [BrowserPicker.Item] {
    switch self {
    case .tags(let target):
      // For several books, no tag counts as already set. Tags are then added, or removed if the text begins with a
      // minus.
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
        // The text after the colon can be a short form of the value, such as “de” for German.
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
