#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why an input file could not be opened or read.
///
/// `code` is for programs (the command line maps it to an exit code); `description` is for people.
package struct InputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kinds of failure a caller treats differently.
  package enum Code: Sendable {
    /// Nothing has this name.
    case notFound
    /// The name belongs to a directory.
    case isDirectory
    /// The file is there, but this user may not read it.
    case permissionDenied
    /// It goes on without what ends a row.
    case endless
    /// It is in another encoding than it has to be.
    case encoding
    /// Anything else: too many open files, a failing disk, …
    case other
  }

  /// What was attempted.
  package enum Operation: String, Sendable {
    case open
    case read
  }

  package let code: Code
  package let operation: Operation
  /// The file's path as given, or “standard input”.
  package let path: String
  /// The system's own words for the failure, such as “No such file or directory”, or ours.
  package let cause: String

  /// - Parameter systemCode: the value of `errno` right after the failed call.
  package init(operation: Operation, path: String, systemCode: Int32) {
    self.operation = operation
    self.path = path
    cause = String(cString: strerror(systemCode))
    switch systemCode {
    case ENOENT, ENOTDIR: code = .notFound
    case EISDIR: code = .isDirectory
    case EACCES, EPERM: code = .permissionDenied
    default: code = .other
    }
  }

  /// - Parameter cause: what does not come to an end.
  package init(endless path: String, cause: String) {
    (code, operation) = (.endless, .read)
    (self.path, self.cause) = (path, cause)
  }

  /// A file that has to be UTF-8 and is not.
  package init(notUTF8 path: String) {
    (code, operation, cause) = (.encoding, .read, "it is not UTF-8")
    self.path = path
  }

  /// What the user can do about it.
  package var hint: String {
    switch code {
    case .notFound: "check the path"
    case .isDirectory: "name a file inside it"
    case .permissionDenied: "ask the file's owner for the right to read it"
    case .endless: "name a file of books: a table, or JSON Lines"
    case .encoding: "save it as UTF-8"
    case .other: "try again, or import a copy of the file"
    }
  }

  /// What failed, on what and why.
  package var message: String { "cannot \(operation.rawValue) \(path): \(cause)" }

  package var description: String { "\(message) (\(hint))" }
}
