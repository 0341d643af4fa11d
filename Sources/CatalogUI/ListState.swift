import Catalog

/// The state of a list as a whole. That it is empty is no state of its own: its content says so.
public enum ListState<Content> {
  /// Nothing is there yet.
  case loading
  /// This is there.
  case loaded(Content)
  /// Nothing is there, since loading failed for this reason.
  case failed(any Error)

  /// The loaded content; `nil` in the other states.
  public var content: Content? {
    if case .loaded(let content) = self { content } else { nil }
  }

  /// The reason why nothing is there; `nil` in the other states.
  public var failure: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension ListState: Sendable where Content: Sendable {}

/// The content of a list, which may be nothing.
public protocol ListContent {
  /// Whether it is known that there is nothing to show.
  var isEmpty: Bool { get }
}

extension Array: ListContent {}

extension ListWindow: ListContent {
  /// Whether the list has no rows at all.
  public var isEmpty: Bool { count == .exactly(0) }
}

extension ListState where Content: ListContent {
  /// Chooses by the state: of views, or of lines of text.
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

/// The state of a list's end: whether more of it is loaded as it is scrolled, beside the state of the list itself.
public enum ListEnd: Sendable {
  /// Nothing is being loaded.
  case idle
  /// More is being loaded.
  case loadingMore
  /// More could not be loaded; what was loaded before is there still.
  case failed(any Error)

  /// The reason why more could not be loaded; `nil` in the other states.
  public var failure: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}
