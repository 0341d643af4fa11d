import FoundationEssentials

/// A failure of a source: either there is no answer, or the whole answer is unusable.
public struct SourceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The categories of failure, which lead to different reactions.
  public enum Code: String, Sendable {
    /// The source no longer accepts the cursor (HTTP status 410, or the source has begun another epoch). The engine
    /// then reads the source from the beginning.
    case cursorRefused
    /// There is no connection: no network, an unknown host, a refused or a broken connection.
    case unreachable
    /// The source took too long to answer.
    case timedOut
    /// The source cannot answer now (HTTP status 429 or 5xx). The failure may contain the time to wait.
    case busy
    /// The source requires other credentials or refuses access (HTTP status 401 or 403).
    case denied
    /// There is nothing at the address (HTTP status 404).
    case missing
    /// The answer has an unexpected form: HTML instead of JSON, a redirect loop, an unknown format.
    case malformed
    /// The answer exceeds a limit of size, depth or length.
    case tooLarge
    /// The answer would cause a change that needs the user's consent, such as the removal of nearly all books.
    case needsConsent
    /// The user removed the source, possibly while it was being read. It no longer belongs to the catalog.
    case removed
    /// Any other failure.
    case failed
  }

  /// A step that can fix a failure and that a program can offer to the user.
  public enum Remedy: String, Sendable {
    /// Enter a user name and a password for the source, or correct them.
    case giveCredentials
    /// Refresh the source again with ``RefreshOptions/allowsRemovals``.
    case allowRemovals

    /// The remedy in words, for the message.
    fileprivate var words: String {
      switch self {
      case .giveCredentials: "enter the user name and password for it"
      case .allowRemovals: "if that is correct, refresh it again and allow removals"
      }
    }
  }

  /// The category of the failure.
  public let code: Code
  /// The subject of the request: an address without credentials, or a file's path.
  public let subject: String
  /// The reason, in words for people.
  public let cause: String
  /// A hint for the user that applies in any program; `nil` if the user cannot do anything.
  public let hint: String?
  /// The remedy that a program can offer; `nil` if no remedy helps.
  public let remedy: Remedy?
  /// The time to wait before contacting the source again, if the source specifies it.
  public let retryAfter: Duration?

  /// Creates a failure. Each parameter sets the property of the same name. If `hint` is `nil`, the words for the remedy
  /// are used.
  public init(
    _ code: Code, _ subject: String, cause: String, hint: String? = nil, remedy: Remedy? = nil,
    retryAfter: Duration? = nil
  ) {
    self.code = code
    self.subject = subject
    self.cause = cause
    self.hint = hint ?? remedy?.words
    self.remedy = remedy
    self.retryAfter = retryAfter
  }

  /// True if the same request may succeed a little later.
  public var isTransient: Bool {
    switch code {
    case .unreachable, .timedOut, .busy: true
    case .cursorRefused, .denied, .missing, .malformed, .tooLarge, .needsConsent, .removed, .failed: false
    }
  }

  /// One line: the subject, the cause and the hint.
  public var description: String { "\(subject): \(cause)" + (hint.map { " (\($0))" } ?? "") }
}

extension SourceFailure: LocalizedError {
  /// The description of the failure; see ``description``.
  public var errorDescription: String? { description }
  /// The reason for the failure; see ``cause``.
  public var failureReason: String? { cause }
  /// The hint for the user; see ``hint``.
  public var recoverySuggestion: String? { hint }
}
