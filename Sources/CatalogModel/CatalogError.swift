import FoundationEssentials

/// A failure of a catalog operation. The library's storage and everything built on it throw this one type.
///
/// The error's texts are written for the users of any app, so they mention no commands or options. An app describes the
/// next step in its own words, based on ``code`` and ``remedy``.
///
/// ```swift
/// do {
///   try await catalog.edit(book.id) { $0.title = "Dune" }
/// } catch CatalogError.noSuchBook {
///   // The book was removed in the meantime.
/// }
/// ```
public struct CatalogError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The categories of failure, which a program may handle differently.
  public enum Code: String, CaseIterable, Sendable {
    /// Another process locked the catalog, and the time limit for waiting passed.
    case busy
    /// The file is damaged or is not a database.
    case damaged
    /// The file is a database of another program.
    case notACatalog
    /// The file was made by a newer version of Catalog.
    case newer
    /// The process lacks the permission to read or write the file or its folder.
    case permissionDenied
    /// The disk is full.
    case diskFull
    /// The catalog was opened for reading only.
    case readOnly
    /// The file does not exist.
    case missing
    /// Something else exists at the file's path: a directory, or a file that must not be overwritten.
    case inTheWay
    /// The operation was cancelled. Nothing was changed.
    case cancelled
    /// No visible book has this number, ISBN or UUID.
    case noSuchBook
    /// No source has this name.
    case noSuchSource
    /// No user-defined field has this name.
    case noSuchField
    /// The name matches several books.
    case ambiguousBook
    /// The audience of the catalog may not see the requested data, or may not use it in a query.
    case privateData
    /// There is nothing to do: no step to undo or redo, no edit to revert, no conflict to resolve, or nothing to split
    /// off.
    case nothingToDo
    /// A backup was restored while work that spans several transactions was in progress, so the work ended.
    case restored
    /// The disk failed, or SQLite reported an unexpected error.
    case failed
  }

  /// A step that can fix a failure and that a program can offer to the user.
  public enum Remedy: String, Sendable {
    /// Rebuild the data that is derived from the books, with `BookCatalog.check(repair:)`.
    case repair
    /// Replace the catalog with a backup, with `BookCatalog.restore(from:)`.
    case restoreBackup
    /// Choose another file, or a backup of this one.
    case chooseAnotherFile
    /// Open the catalog without ``BookCatalog/Options/isReadOnly``.
    case openForWriting

    /// The remedy in words, for the message.
    fileprivate var words: String {
      switch self {
      case .repair: "check and repair the catalog"
      case .restoreBackup: "restore a backup"
      case .chooseAnotherFile: "choose another file, or restore a backup"
      case .openForWriting: "open it for writing"
      }
    }
  }

  /// The category of the failure.
  public let code: Code
  /// The operation that failed: `open`, `read`, `write`, `back up`.
  public let operation: String
  /// The subject of the operation: a path, a book, a statement.
  public let subject: String
  /// The reason for the failure.
  public let cause: String
  /// A hint for the user that applies in any program; `nil` if the cause makes the next step obvious.
  public let hint: String?
  /// The remedy that a program can offer; `nil` if no remedy helps.
  public let remedy: Remedy?

  /// Creates an error. Each parameter sets the property of the same name. If `hint` is `nil`, the words for the remedy
  /// are used.
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

  /// Creates the error for a file that was opened and is no longer at its path.
  package static func fileIsMissing(_ operation: String, _ path: String) -> CatalogError {
    CatalogError(
      .missing, operation, path, cause: "the open file was moved, removed or replaced",
      hint: "nothing was saved; move the file back, or open the catalog again")
  }

  /// Creates the error for work that ended because a backup replaced the catalog.
  package static func restored(_ path: String) -> CatalogError {
    CatalogError(
      .restored, "continue with", path, cause: "a backup was restored into it in the meantime",
      hint: "earlier changes are in the copy made before the restore; repeat them if you still need them")
  }

  /// True if a repetition of the same call may succeed without any action by the user.
  public var isRetryable: Bool { code == .busy || code == .restored }

  /// A one-line description: what failed, on what, why, and what to do.
  public var description: String { description(advising: hint) }

  /// Returns the description with the given hint in place of ``hint``, for a program that mentions its own commands or
  /// controls.
  package func description(advising hint: String?) -> String {
    let hint = hint.map { " (\($0))" } ?? ""
    switch code {
    case .noSuchBook, .noSuchSource, .noSuchField, .ambiguousBook, .privateData, .nothingToDo: return cause + hint
    default: return "cannot \(operation) \(subject): \(cause)\(hint)"
    }
  }
}

extension CatalogError: LocalizedError {
  /// The description of the error; see ``description``.
  public var errorDescription: String? { description }
  /// The reason for the failure; see ``cause``.
  public var failureReason: String? { cause }
  /// The hint for the user; see ``hint``.
  public var recoverySuggestion: String? { hint }
}

extension CatalogError {
  package static func noBook(_ name: String) -> CatalogError {
    CatalogError(.noSuchBook, "find", name, cause: "no book \(name)")
  }

  /// The error for data that the audience of a catalog may not see.
  package static let isPrivate = CatalogError(
    .privateData, "show", "private data", cause: "this is private, and only the owner of the catalog may see it")

  package static func noField(_ id: OwnField.ID) -> CatalogError {
    CatalogError(.noSuchField, "find", String(id), cause: "custom field \(id) no longer exists in the catalog")
  }

  package static func noSource(_ name: String) -> CatalogError {
    CatalogError(.noSuchSource, "find", name, cause: "no source \(name)")
  }
}
