@testable import CommandLineKit
@testable import catalog_cli

extension CommandGroup {
  static let trialReading = CommandGroup("Reading")
  static let trialChanging = CommandGroup("Changing")
}

enum TrialColor: String, CaseIterable, ExpressibleByArgument {
  case auto
  case always
  case never
}

struct TrialOptions: ParsableArguments {
  @Option(help: "The catalog's file.", valueName: "file", completion: .file(extensions: ["db"])) var db: String?
  @Option(help: "When to color.", valueName: "when") var color = TrialColor.auto
  @Option(
    defaultAsFlag: "", help: "Print JSON, of these fields only.", valueName: "fields",
    completion: .list(["id", "title"]))
  var json: String?

  var declarations: ArgumentDeclarations { ["db": _db, "color": _color, "json": _json] }
}

struct TrialList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List books, newest first.",
    discussion: """
      Words narrow the list; a word after a dash
      excludes what it fits.

        catalog list 'pages:>300' -dune

      Ranges are also written pages:300.. without quotes.
      """,
    examples: [
      Example("catalog list --page 2", "the second page"),
      Example(#"catalog list 'title:"a b"' -dune"#, "a title, without dunes"),
    ], group: .trialReading, takesQuery: true)

  @OptionGroup var global: TrialOptions
  @Option(name: .shortAndLong, help: "Page to show, from 1.", valueName: "n") var page = 1
  @Option(name: .customLong("sort"), help: "Order of the rows: [KEY] or -KEY.", completion: .list(["title", "-title"]))
  var order: String?
  @Option(help: "Least rating.") var minRating: Double?
  @Option(help: "Set a field (repeatable).", valueName: "field=value") var set: [String] = ["none"]
  @Flag(name: .shortAndLong, help: "Show all books.") var all = false
  @Argument(help: "Words to search for.", valueName: "query") var query: [String] = []

  var declarations: ArgumentDeclarations {
    [
      "global": _global, "page": _page, "order": _order, "minRating": _minRating, "set": _set, "all": _all,
      "query": _query,
    ]
  }

  mutating func validate() throws {
    if page < 1 { throw ValidationError("pages are counted from 1, not \(page)") }
  }
}

struct TrialShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show a book.", group: .trialReading)

  @OptionGroup var global: TrialOptions
  @Flag(name: .shortAndLong, help: "Show its history.") var log = false
  @Flag(name: .shortAndLong, help: "Show its files.") var files = false
  @Option(name: .shortAndLong, help: "Lines at most.", valueName: "n") var count: Int?
  @Argument(help: "The book.") var book: String
  @Argument(help: "The edition.") var edition: Int?

  var declarations: ArgumentDeclarations {
    ["global": _global, "log": _log, "files": _files, "count": _count, "book": _book, "edition": _edition]
  }
}

struct TrialExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the catalog's books.", group: .trialChanging)

  @OptionGroup var global: TrialOptions
  @Option(help: "Where to write.", valueName: "folder", completion: .directory) var output: String
  @Option(help: "The book's form.", completion: .list(["a b", "it's", "x:y"])) var form: [String]
  @Argument(help: "The books.", valueName: "book", completion: .file(extensions: ["csv", "json"])) var books: [String]

  var declarations: ArgumentDeclarations { ["global": _global, "output": _output, "form": _form, "books": _books] }
}

struct TrialSourceAdd: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a source.")

  @OptionGroup var global: TrialOptions
  @Argument(help: "Its address.") var address: String
  @Argument(help: "When to color it.") var mode: TrialColor = .never

  var declarations: ArgumentDeclarations { ["global": _global, "address": _address, "mode": _mode] }
}

struct TrialSourceRemove: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a source.")

  @OptionGroup var global: TrialOptions

  var declarations: ArgumentDeclarations { ["global": _global] }
}

struct TrialSource: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "source", abstract: "Manage sources.", group: .trialChanging,
    subcommands: [TrialSourceAdd.self, TrialSourceRemove.self])

  var declarations: ArgumentDeclarations { [:] }
}

struct TrialHidden: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "self-test", abstract: "Test.", shouldDisplay: false)

  var declarations: ArgumentDeclarations { [:] }
}

/// A program with a command of each kind.
let trialTree = CommandTree(
  name: "catalog", abstract: "Keep a catalog of books.", version: "1.2.3",
  discussion: "The catalog is one file.", examples: [Example("catalog list dune", "books about Dune")],
  sharedOptions: TrialOptions.self,
  commands: [TrialList.self, TrialShow.self, TrialExport.self, TrialSource.self, TrialHidden.self])
