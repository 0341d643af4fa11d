import Catalog

/// What a list is doing as a whole. That it is empty is no state of its own: what is loaded says so.
public enum ListState<Content> {
  case loading
  case loaded(Content)
  case failed(any Error)

  /// What is loaded; `nil` in the other states.
  public var content: Content? {
    if case .loaded(let content) = self { content } else { nil }
  }
}

extension ListState: Sendable where Content: Sendable {}

/// What a list can show, or nothing.
public protocol ListContent {
  /// Whether it is known that there is nothing to show.
  var isEmpty: Bool { get }
}

extension Array: ListContent {}

extension ListWindow: ListContent {
  public var isEmpty: Bool { count == .exactly(0) }
}

extension ListState where Content: ListContent {
  /// What is shown in each state: views, or lines of text.
  ///
  /// - Parameters:
  ///   - loading: shown while nothing is there yet.
  ///   - empty: shown when there is nothing to show.
  ///   - failed: shown when loading has failed.
  ///   - loaded: shown otherwise.
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

/// What happens at the end of a list that is loaded as it is scrolled, beside the state of the list itself.
public enum ListEnd: Sendable {
  /// Nothing is being loaded.
  case idle
  case loadingMore
  /// More could not be loaded; what was loaded before is there still.
  case failed(any Error)
}
