import CommandLineKit

/// Commands as they have to be typed to act on the catalog that this one acts on: for hints.
struct TypedCommand: Sendable {
  /// The file that was named by `--db`; `nil` where none was.
  let database: String?
  /// Who was named by `--as`; `nil` where nobody was.
  let person: String?

  /// The same command with `FILE` in place of the path of the catalog.
  var withoutPath: TypedCommand { TypedCommand(database: database.map { _ in "FILE" }, person: person) }

  /// The line of a command of these words.
  func line(_ words: [String]) -> String {
    let options = [("--db", database), ("--as", person)].flatMap { name, value in value.map { [name, $0] } ?? [] }
    return (["catalog"] + options + words).map(Self.shellWord).joined(separator: " ")
  }

  /// The command of this process, for the history: which catalog it was and who made it stands there already.
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

  /// The same between quotes, as it stands in a sentence.
  func quoted(_ words: String...) -> String { "'\(line(words))'" }

  /// How to find the number of a book.
  var findBook: String { "try \(quoted("search", "…")) to find its number" }
  var listSources: String { "\(quoted("source", "list")) names them" }
  var addSource: String { "\(quoted("source", "add", "NAME", "KIND", "URL")) adds one" }
  var addAccount: String { "\(quoted("serve", "user", "add", "NAME", "--role", "owner")) adds one" }
  /// How to come by a catalog.
  var makeCatalog: String { "\(quoted("refresh")) or \(quoted("import", "FILE")) makes one" }
  /// How to come by books.
  var getBooks: String { "try \(quoted("refresh")) or \(quoted("import", "FILE"))" }

  static func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (45...58).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95 || byte >= 128
    }
    return isPlain && !word.isEmpty ? word : shellQuoted(word)
  }
}
