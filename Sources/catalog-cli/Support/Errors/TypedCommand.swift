import CommandLineKit

/// Commands as they have to be typed to act on the catalog that this one acts on: for hints.
struct TypedCommand: Sendable {
  /// The file that was named by `--db`; `nil` where none was.
  let database: String?

  /// The line of a command of these words.
  func line(_ words: [String]) -> String {
    (["catalog"] + (database.map { ["--db", $0] } ?? []) + words).map(Self.shellWord).joined(separator: " ")
  }

  private static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (45...58).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte >= 128
    }
    return isPlain && !word.isEmpty ? word : shellQuoted(word)
  }
}
