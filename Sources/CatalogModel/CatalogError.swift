import FoundationEssentials

/// A failure of a catalog: one type for the library's storage and everything built on it.
///
/// Its texts are written for whoever uses the app: they name no command and no option of a program. What is to be done
/// about it an app tells by ``code`` and ``remedy``, in its own words.
public struct CatalogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure that a program may want to tell apart.
  public enum Code: String, CaseIterable, Sendable {
    /// Another process holds the catalog past the wait.
    case busy
    /// The file is damaged, or is not a database.
    case damaged
    /// The file is a database of another program.
    case notACatalog
    /// A newer version of Catalog made the file.
    case newer
    /// The file or its folder cannot be read or written with the rights of this process.
    case permissionDenied
    /// There is no space left on the disk.
    case diskFull
    /// The catalog was opened for reading only.
    case readOnly
    /// There is no such file.
    case missing
    /// Something stands where the file should be: a directory, or a file that may not be overwritten.
    case inTheWay
    /// The access was cancelled; nothing was changed.
    case cancelled
    /// No book that is shown has this number, ISBN or UUID.
    case noSuchBook
    /// No source has this name.
    case noSuchSource
    /// No field of the user's own has this name.
    case noSuchField
    /// A name that fits several books.
    case ambiguousBook
    /// There is nothing to undo or to redo, no edit to revert, no conflict to resolve, nothing to split off.
    case nothingToDo
    /// A backup was restored while work of several transactions was under way, which ended with that.
    case restored
    /// The disk failed, or SQLite said something unexpected.
    case failed
  }

  /// A remedy that puts a failure right, where the library or another file can.
  public enum Remedy: String, Sendable {
    /// `BookCatalog.check(repair:)` makes anew what is derived from the books.
    case repair
    /// `BookCatalog.restore(from:)` puts a backup in the place of the catalog.
    case restoreBackup
    /// Another file is meant, or a backup of this one.
    case chooseAnotherFile
    /// The catalog is opened without ``BookCatalog/Options/isReadOnly``.
    case openForWriting

    /// In words for the reader of the message.
    fileprivate var words: String {
      switch self {
      case .repair: "check the catalog and let it be repaired"
      case .restoreBackup: "restore a backup"
      case .chooseAnotherFile: "choose another file, or restore a backup"
      case .openForWriting: "open it for writing"
      }
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The operation that failed: `open`, `read`, `write`, `back up`.
  public let operation: String
  /// On what: a path, a book, a statement.
  public let subject: String
  /// The reason why it failed.
  public let cause: String
  /// A hint what the reader of the message can do, whatever program they use; `nil` where that follows from the cause.
  public let hint: String?
  /// The remedy that a program can offer; `nil` where nothing of that kind helps.
  public let remedy: Remedy?

  /// An error of its parts, each described at the property of the same name. Without a hint, that of the remedy is given.
  public init(
    _ code: Code, _ operation: String, _ subject: String, cause: String, hint: String? = nil, remedy: Remedy? = nil
  ) {
    self.code = code
    self.operation = operation
    self.subject = subject
    self.cause = cause
    self.hint = hint ?? remedy?.words
    self.remedy = remedy
  }

  /// The file that was opened is not at its path any more.
  package static func fileIsMissing(_ operation: String, _ path: String) -> CatalogError {
    CatalogError(
      .missing, operation, path, cause: "the file that was opened was moved, removed or replaced",
      hint: "nothing was stored; put it back, or open what is there now")
  }

  /// Other contents took the place of those in which a work had begun.
  package static func restored(_ path: String) -> CatalogError {
    CatalogError(
      .restored, "go on with", path, cause: "a backup was restored into it meanwhile",
      hint: "what was stored before is in the copy that was made then; do it again if you still want it")
  }

  /// Whether the same call may succeed later without anybody doing anything.
  public var isRetryable: Bool { code == .busy || code == .restored }

  /// One line: what failed, on what, why, and what to do.
  public var description: String { description(advising: hint) }

  /// The same line with another hint, for a program that says what to type or to choose.
  package func description(advising hint: String?) -> String {
    let hint = hint.map { " (\($0))" } ?? ""
    switch code {
    case .noSuchBook, .noSuchSource, .noSuchField, .ambiguousBook, .nothingToDo: return cause + hint
    default: return "cannot \(operation) \(subject): \(cause)\(hint)"
    }
  }
}

extension CatalogError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
  /// The same as ``cause``.
  public var failureReason: String? { cause }
  /// The same as ``hint``.
  public var recoverySuggestion: String? { hint }
}

extension CatalogError {
  package static func noBook(_ name: String) -> CatalogError {
    CatalogError(.noSuchBook, "find", name, cause: "no book \(name)")
  }

  package static func noField(_ id: OwnField.ID) -> CatalogError {
    CatalogError(.noSuchField, "find", String(id), cause: "the catalog has no field \(id) of one's own any more")
  }

  package static func noSource(_ name: String) -> CatalogError {
    CatalogError(.noSuchSource, "find", name, cause: "no source \(name)")
  }
}
