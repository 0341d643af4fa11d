import Catalog

/// The state of a list. There is no separate state for a list without rows: it is loaded, and its content is empty.
public enum ListState<Content> {
  /// The content is not loaded yet.
  case loading
  /// The content is loaded.
  case loaded(Content)
  /// The content could not be loaded.
  case failed(any Error)

  /// The loaded content; `nil` in the other states.
  public var content: Content? {
    if case .loaded(let content) = self { content } else { nil }
  }

  /// The error if loading failed; `nil` in the other states.
  public var failure: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension ListState: Sendable where Content: Sendable {}

/// The content of a list, which may be empty.
public protocol ListContent {
  /// True if the content is known to be empty.
  var isEmpty: Bool { get }
}

extension Array: ListContent {}

extension ListWindow: ListContent {
  /// True if the list has no rows.
  public var isEmpty: Bool { count == .exactly(0) }
}

extension ListState where Content: ListContent {
  /// Calls the closure for the current state and returns its result, such as a view or a line of text.
  ///
  /// ```swift
  /// let text = list.state.render(
  ///   loading: { "Loading…" }, empty: { "No books" }, failed: { "Failed: \($0)" },
  ///   loaded: { "\($0.count.known) books" })
  /// ```
  ///
  /// - Parameters:
  ///   - loading: The closure to call while the content is not loaded yet.
  ///   - empty: The closure to call if the content is empty.
  ///   - failed: The closure to call if loading failed.
  ///   - loaded: The closure to call if the content is loaded and not empty.
  public func render<Output>(
    loading: () throws -> Output, empty: () throws -> Output, failed: (any Error) throws -> Output,
    loaded: (Content) throws -> Output
  ) rethrows -> Output {
    switch self {
    case .loading: try loading()
    case .failed(let error): try failed(error)
    case .loaded(let content): try content.isEmpty ? empty() : loaded(content)
    }
  }
}

/// The state of loading more rows at the end of a list. It is independent of the state of the list itself.
public enum ListEnd: Sendable {
  /// No rows are being loaded.
  case idle
  /// More rows are being loaded.
  case loadingMore
  /// More rows could not be loaded. The rows loaded before are still shown.
  case failed(any Error)

  /// The error if loading more rows failed; `nil` in the other states.
  public var failure: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}
