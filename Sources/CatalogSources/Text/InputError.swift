import Platform

/// The reason why an input file could not be opened or read.
///
/// `code` is for programs (the command line maps it to an exit code); `description` is for people.
package struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failures that callers distinguish.
  package enum Code: Sendable {
    /// There is no file with this name.
    case notFound
    /// The path names a directory.
    case isDirectory
    /// The file exists, but the user may not read it.
    case permissionDenied
    /// No end of a row or line was found within the limit.
    case endless
    /// The input has a different encoding than required.
    case encoding
    /// Any other failure: too many open files, a failing disk, …
    case other
  }

  /// The attempted operation.
  package enum Operation: String, Sendable {
    case open
    case read
  }

  package let code: Code
  package let operation: Operation
  /// The file's path as given, or “standard input”.
  package let path: String
  /// The system's message, such as “no such file or directory”, or this program's own message.
  package let cause: String

  /// Creates the error for a failed system call.
  ///
  /// - Parameter systemCode: The value of `errno` directly after the failed call.
  package init(operation: Operation, path: String, systemCode: Int32) {
    self.operation = operation
    self.path = path
    cause = SystemError.words(systemCode)
    switch systemCode {
    case ENOENT, ENOTDIR: code = .notFound
    case EISDIR: code = .isDirectory
    case EACCES, EPERM: code = .permissionDenied
    default: code = .other
    }
  }

  /// Creates the error for an input without an end.
  ///
  /// - Parameter cause: The reason why the input is considered endless.
  package init(endless path: String, cause: String) {
    (code, operation) = (.endless, .read)
    (self.path, self.cause) = (path, cause)
  }

  /// Creates the error for a file that must be UTF-8 but is not.
  package init(notUTF8 path: String) {
    (code, operation, cause) = (.encoding, .read, "it is not UTF-8")
    self.path = path
  }

  /// Advice for the user.
  package var hint: String {
    switch code {
    case .notFound: "check the path"
    case .isDirectory: "choose a file inside it"
    case .permissionDenied: "ask the file's owner for permission to read it"
    case .endless: "choose a file of books: a table, or JSON Lines"
    case .encoding: "save it as UTF-8"
    case .other: "try again, or import a copy of the file"
    }
  }

  /// The failed operation, the file and the cause.
  package var message: String { "cannot \(operation.rawValue) \(path): \(cause)" }

  package var description: String { "\(message) (\(hint))" }
}
