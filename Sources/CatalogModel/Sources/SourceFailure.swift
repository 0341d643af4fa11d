import FoundationEssentials

/// A failure of a source: it did not answer, or its answer cannot be used as a whole.
public struct SourceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failure that lead to different decisions.
  public enum Code: String, Sendable {
    /// The source does not know the cursor any more (410, another epoch): it is read again from the beginning.
    case cursorRefused
    /// No connection: no network, no such host, nobody listens, a connection that broke.
    case unreachable
    /// It took too long.
    case timedOut
    /// The source cannot answer now (429, 5xx); it may have said for how long.
    case busy
    /// The source wants other credentials, or none of us (401, 403).
    case denied
    /// There is nothing at that address (404).
    case missing
    /// The answer is not what it should be: HTML in place of JSON, a redirect loop, an unknown format.
    case nonsense
    /// The answer is larger, deeper or longer than it may be.
    case tooLarge
    /// The records say something that must not be done unasked, such as that nearly all books are gone.
    case needsConsent
    /// The user removed the source, maybe while it was being read: it is none of the catalog's any more.
    case removed
    /// Anything else.
    case failed
  }

  /// A remedy that puts a failure right, where a program can offer it.
  public enum Remedy: String, Sendable {
    /// A user and a password are given for the source, or other ones.
    case giveCredentials
    /// The source is refreshed once more with ``RefreshOptions/allowsRemovals``.
    case allowRemovals

    /// In words for the reader of the message.
    fileprivate var words: String {
      switch self {
      case .giveCredentials: "give a user and a password for it, or other ones"
      case .allowRemovals: "if that is right, refresh it again and allow removals"
      }
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The subject that was asked: an address without credentials, a file's path.
  public let subject: String
  /// Why, in words for people.
  public let cause: String
  /// A hint what to do, whatever program is used; `nil` where nothing can be done.
  public let hint: String?
  /// The remedy that a program can offer; `nil` where nothing of that kind helps.
  public let remedy: Remedy?
  /// The time for which the source asks to be left alone.
  public let retryAfter: Duration?

  /// A failure of its parts, each described at the property of the same name. Without a hint, that of the remedy is given.
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

  /// Whether the same question may well be answered a little later.
  public var isTransient: Bool {
    switch code {
    case .unreachable, .timedOut, .busy: true
    case .cursorRefused, .denied, .missing, .nonsense, .tooLarge, .needsConsent, .removed, .failed: false
    }
  }

  /// One line: the subject, the cause and the hint.
  public var description: String { "\(subject): \(cause)" + (hint.map { " (\($0))" } ?? "") }
}

extension SourceFailure: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
  /// The same as ``cause``.
  public var failureReason: String? { cause }
  /// The same as ``hint``.
  public var recoverySuggestion: String? { hint }
}
