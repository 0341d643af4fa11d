/// An error for a command line that cannot be parsed. It contains the problem, the command and, if possible, a
/// suggested correction.
package struct UsageError: Error, Equatable {
  /// The value of `EX_USAGE` in sysexits(3).
  package static let exitCode: Int32 = 64

  package let message: String
  /// The spelling that the user probably intended, as it would be typed.
  package let suggestion: String?
  /// The full name of the command as a list of words, starting with the program's name.
  package let command: [String]
  /// The command's usage line without the word “usage”.
  package let usage: String

  /// The lines of the message, including the suggestion. Before exiting with `exitCode`, the program prints these lines
  /// and the usage line to standard error.
  package var lines: [String] {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return (message + hint).split(separator: "\n").map(String.init)
  }
}

/// A problem with an argument, without the command. `CommandTree` adds the command to create a ``UsageError``.
package struct ArgumentProblem: Error {
  package let message: String
  package var suggestion: String?
}

/// Returns a word from the command line in quotes, for use in messages. Control characters and direction overrides are
/// escaped, so that the word can neither control a terminal nor break the line.
package func quoted(_ word: some StringProtocol) -> String {
  "'\(escapingControls(word))'"
}

/// Returns `text` with its control characters (C0, DEL, C1), line separators and direction overrides escaped.
package func escapingControls(_ text: some StringProtocol, keepingNewlines: Bool = false) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x0A where keepingNewlines:
      result.append(scalar)
    case 0x0A:
      result.append(contentsOf: #"\n"#.unicodeScalars)
    case 0x09:
      result.append(contentsOf: #"\t"#.unicodeScalars)
    case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069:
      result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
    default:
      result.append(scalar)
    }
  }
  return String(result)
}
