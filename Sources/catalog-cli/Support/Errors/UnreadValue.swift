import CatalogSources
import CommandLineKit
import Platform

/// The reason why the value of a field cannot be read from a file.
enum UnreadValue: Equatable {
  case input(InputError)
  case tooLarge
  case notUTF8

  /// The maximum size of a file in bytes.
  static let sizeLimit = 1_048_576

  var words: String {
    switch self {
    case .input(let error): error.cause
    case .tooLarge: "it has more than \(Self.sizeLimit.grouped) bytes"
    case .notUTF8: "it is not UTF-8"
    }
  }

  func hint(_ path: String) -> String {
    switch self {
    case .input(let error) where error.code == .notFound:
      "check the path; for the text itself, write \(TypedCommand.shellWord("@@\(path)"))"
    case .input(let error) where error.code == .other: "try a copy of the file"
    case .input(let error): error.hint
    case .tooLarge: "shorten it"
    case .notUTF8: "save it as UTF-8"
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .input(let error): error.code == .notFound ? .missing : .failure
    case .tooLarge, .notUTF8: .data
    }
  }
}
