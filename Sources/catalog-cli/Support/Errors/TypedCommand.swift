import CommandLineKit

/// A writer of command lines for hints. Each command line contains the options that select the current catalog.
struct TypedCommand: Sendable {
  /// The file given by `--db`; `nil` if the option was not given.
  let database: String?
  /// The person given by `--as`; `nil` if the option was not given.
  let person: String?

  /// A copy of this command with `FILE` in place of the catalog's path.
  var withoutPath: TypedCommand { TypedCommand(database: database.map { _ in "FILE" }, person: person) }

  /// Returns the command line with the given words and the options that select the catalog.
  func line(_ words: [String]) -> String {
    let options = [("--db", database), ("--as", person)].flatMap { name, value in value.map { [name, $0] } ?? [] }
    return (["catalog"] + options + words).map(Self.shellWord).joined(separator: " ")
  }

  /// The command line of this process as stored in the history. It omits `--db` and `--as`, because the history already
  /// identifies the catalog and the person.
  static let ofProcess: String = {
    var words: [String] = []
    var (isValue, isEnded) = (false, false)
    for word in CommandLine.arguments.dropFirst() {
      isEnded = isEnded || !isValue && word == "--"
      if isEnded {
        words.append(word)
      } else if isValue || word == "--db" || word == "--as" {
        isValue.toggle()
      } else if !word.hasPrefix("--db="), !word.hasPrefix("--as=") {
        words.append(word)
      }
    }
    return TypedCommand(database: nil, person: nil).line(words)
  }()

  /// Returns the command line in single quotes, for use in a sentence.
  func quoted(_ words: String...) -> String { "'\(line(words))'" }

  /// A hint that explains how to find the number of a book.
  var findBook: String { "try \(quoted("search", "…")) to find its number" }
  var listSources: String { "\(quoted("source", "list")) lists the sources" }
  var addSource: String { "\(quoted("source", "add", "NAME", "KIND", "URL")) adds one" }
  var addAccount: String { "\(quoted("serve", "user", "add", "NAME", "--role", "owner")) adds one" }
  /// A hint that explains how to create a catalog.
  var makeCatalog: String { "\(quoted("refresh")) or \(quoted("import", "FILE")) creates one" }
  /// A hint that explains how to add the first books.
  var getBooks: String { "try \(quoted("refresh")) or \(quoted("import", "FILE"))" }

  static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (45...58).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte >= 128
    }
    return isPlain && !word.isEmpty ? word : shellQuoted(word)
  }
}
