/// How far the user is with a book. More states may come: who reads them from JSON takes one that is not known for
/// “unread”.
public enum ReadState: String, CaseIterable, Sendable, Codable {
  /// It stands there.
  case unread
  /// The user wants to read it, whether it is there or not: services call that “to read”.
  case want
  /// The user is in the middle of it.
  case reading
  /// The user left off, and means to go on.
  case paused
  /// The user came to its end.
  case read
  /// The user left off for good: services call that “did not finish”.
  case abandoned

  /// The stored number, by which a state stays what it is whatever comes between.
  package var code: Int64 {
    switch self {
    case .unread: 0
    case .reading: 1
    case .read: 2
    case .want: 3
    case .paused: 4
    case .abandoned: 5
    }
  }

  package init?(code: Int64) {
    guard let state = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = state
  }
}
