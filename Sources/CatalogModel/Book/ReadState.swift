/// How far the user is with a book.
public enum ReadState: String, CaseIterable, Sendable, Codable {
  case unread, reading, read

  /// The stored number: 0, 1, 2.
  package var code: Int64 {
    switch self {
    case .unread: 0
    case .reading: 1
    case .read: 2
    }
  }

  package init?(code: Int64) {
    switch code {
    case 0: self = .unread
    case 1: self = .reading
    case 2: self = .read
    default: return nil
    }
  }
}
