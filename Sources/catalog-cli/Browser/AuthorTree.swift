import Catalog
import Observation

/// Authors with their books, which are read when an author is opened; as lines.
@MainActor @Observable final class AuthorTree {
  private enum Line {
    case group(Int)
    case book(Int, group: Int)
  }

  private(set) var state = ListState<Int>.loading
  private var groups: [BookGroup] = []
  private var opened: [String?: [Book]] = [:]
  private var lines: [Line] = []
  @ObservationIgnored private var task: Task<Void, Never>?
  private let catalog: BookCatalog
  private let filter: String
  private var text: String

  private var query: String { [filter, text].filter { !$0.isEmpty }.joined(separator: " ") }

  init(_ catalog: BookCatalog, filter: String, query: String) {
    (self.catalog, self.filter, text) = (catalog, filter, query)
    reload()
  }

  func show(query: String) {
    text = query
    reload()
  }

  func row(_ index: Int) -> BrowserRow? {
    guard lines.indices.contains(index) else { return nil }
    switch lines[index] {
    case .group(let group):
      let label = groups[group].label
      return .group(label: label, count: groups[group].count, isOpen: opened[label] != nil)
    case .book(let book, let group):
      return opened[groups[group].label].map { .book($0[book], .notAsked, depth: 1) }
    }
  }

  func open(_ index: Int) {
    guard lines.indices.contains(index), case .group(let group) = lines[index] else { return }
    let (label, query) = (groups[group].label, query)
    Task {
      let books = try? await catalog.read { try Self.books(of: label, query, $0) }
      opened[label] = books
      layOut()
    }
  }

  /// - Returns: the line of the group.
  func close(_ index: Int) -> Int {
    guard lines.indices.contains(index) else { return index }
    let group =
      switch lines[index] {
      case .group(let group): group
      case .book(_, let group): group
      }
    opened[groups[group].label] = nil
    layOut()
    return lines.firstIndex { if case .group(group) = $0 { true } else { false } } ?? index
  }

  func reload() {
    task?.cancel()
    let (query, labels) = (query, Array(opened.keys))
    task = Task {
      do {
        let (groups, opened) = try await catalog.read { snapshot in
          var groups: [BookGroup] = []
          try snapshot.forEachGroup(by: .author, of: query, withBooks: false) { groups.append($0) }
          var opened: [String?: [Book]] = [:]
          for label in labels { opened[label] = try Self.books(of: label, query, snapshot) }
          return (groups, opened)
        }
        guard !Task.isCancelled else { return }
        (self.groups, self.opened) = (groups, opened)
        layOut()
      } catch {
        if !Task.isCancelled { state = .failed(error) }
      }
    }
  }

  private func layOut() {
    lines = groups.indices.flatMap { group in
      [.group(group)] + (opened[groups[group].label] ?? []).indices.map { .book($0, group: group) }
    }
    state = .loaded(lines.count)
  }

  private nonisolated static func books(
    of label: String?, _ query: String, _ snapshot: CatalogSnapshot
  ) throws -> [Book] {
    var books: [Book] = []
    let author = label.map { "author:\"\($0)\" " } ?? ""
    try snapshot.forEachBook(of: author + query, order: BookOrder(.title)) { book in
      if label.map(book.authors.contains) ?? book.authors.isEmpty { books.append(book) }
    }
    return books
  }
}
