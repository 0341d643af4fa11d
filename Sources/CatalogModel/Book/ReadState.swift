/// The user's progress with a book. Future versions may add states: programs that read them from JSON should treat an
/// unknown state as “unread”.
public enum ReadState: String, CaseIterable, Sendable, Codable {
  /// The user has not started the book.
  case unread
  /// The user wants to read the book, whether or not they own it. Services call this state “to read”.
  case want
  /// The user is reading the book.
  case reading
  /// The user stopped reading and means to continue.
  case paused
  /// The user finished the book.
  case read
  /// The user gave up on the book. Services call this state “did not finish”.
  case abandoned

  /// The stored number of the state. It never changes when states are added.
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
