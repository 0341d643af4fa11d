import Platform

/// The limit that stopped a refresh before the end of its source, although no error occurred. The data received so far
/// is stored, and the next refresh continues from there.
public enum RefreshLimit: String, Sendable {
  /// The time limit was reached (``RefreshOptions/timeout``).
  case time
  /// The maximum number of pages was reached: 25,000.
  case pages
  /// Too many consecutive pages were empty: 1,000.
  case emptyPages

  /// The limit as text for people, such as “the time limit was reached”.
  public var reason: String {
    switch self {
    case .time: "the time limit was reached"
    case .pages: "the limit of \(RefreshPages.limit.grouped) pages was reached"
    case .emptyPages: "\(RefreshPages.emptyLimit.grouped) pages in a row were empty"
    }
  }
}

/// The pages that one refresh has read. Their number is limited, because a source that never ends would otherwise keep
/// the refresh running forever.
struct RefreshPages: Sendable {
  /// The maximum number of pages, which suffices for ten million books at the requested page size.
  static let limit = 25_000
  /// The maximum number of consecutive empty pages. A valid source may have many, since menus of an OPDS catalog are
  /// pages without books.
  static let emptyLimit = 1_000

  private var count = 0
  private var empty = 0
  /// The fingerprints of the cursors that the pages returned.
  private var cursors: Set<Int64> = []

  /// Starts over at a cursor. Pages that were read before are no longer considered visited.
  mutating func begin(at cursor: String?) { cursors = cursor.map { [Fingerprint.of($0.utf8)] } ?? [] }

  /// Counts a page that has a cursor for the next page.
  ///
  /// - Returns: True if this refresh has not seen the cursor before. If false, the pages form a cycle.
  mutating func take(to cursor: String?, isEmpty: Bool) -> Bool {
    count += 1
    empty = isEmpty ? empty + 1 : 0
    return cursor.map { cursors.insert(Fingerprint.of($0.utf8)).inserted } ?? true
  }

  /// The limit that prevents reading another page; `nil` if no limit has been reached.
  var reached: RefreshLimit? {
    if empty >= Self.emptyLimit { return .emptyPages }
    return count >= Self.limit ? .pages : nil
  }
}
