/// The limit at which a refresh stopped before its source was read to its end, though nothing failed. What came is stored,
/// and the next refresh goes on behind it.
public enum RefreshLimit: String, Sendable {
  /// Its time was up (``RefreshOptions/timeout``).
  case time
  /// It took as many pages as one refresh takes: 25,000.
  case pages
  /// So many pages in a row brought nothing: 1,000.
  case emptyPages

  /// In words for people: “its time was up”.
  public var reason: String {
    switch self {
    case .time: "its time was up"
    case .pages: "it took \(RefreshPages.limit.spoken) pages"
    case .emptyPages: "\(RefreshPages.emptyLimit.spoken) pages in a row brought nothing"
    }
  }
}

/// The pages that one refresh took: a source that never comes to an end must not keep it running for ever.
struct RefreshPages: Sendable {
  /// Ten million books fit, at as many a page as are asked for.
  static let limit = 25_000
  /// Menus of an OPDS catalog are pages without books, so that an honest source may have many in a row.
  static let emptyLimit = 1_000

  private var count = 0
  private var empty = 0
  /// Fingerprints of the cursors that pages led to.
  private var cursors: Set<Int64> = []

  /// Begins anew behind a cursor: what was read before does not count as read.
  mutating func begin(at cursor: String?) { cursors = cursor.map { [Fingerprint.of($0.utf8)] } ?? [] }

  /// Counts a page that leads on to a cursor.
  ///
  /// - Returns: whether that is new, as far as this refresh knows; where not, the pages go round in a circle.
  mutating func take(to cursor: String?, isEmpty: Bool) -> Bool {
    count += 1
    empty = isEmpty ? empty + 1 : 0
    return cursor.map { cursors.insert(Fingerprint.of($0.utf8)).inserted } ?? true
  }

  /// What keeps the refresh from taking another one.
  var reached: RefreshLimit? {
    if empty >= Self.emptyLimit { return .emptyPages }
    return count >= Self.limit ? .pages : nil
  }
}
