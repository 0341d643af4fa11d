import Catalog
import CommandLineKit
import FoundationEssentials

struct MarkCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", meanings: ["read", "reading", "finish", "finished", "want", "wishlist", "state", "dnf"],
    abstract: "Say how far you are with a book.",
    discussion: """
      A book is unread, or one that you want to read, are reading, paused, read or abandoned; what other programs call these
      is understood, too: to-read, currently-reading, did-not-finish. The day is kept with it: when you began, when it ended.
      Reading a book once more keeps the reading that ended, and so does unread, unless it ended today. 'catalog list finished:2024
      is:read' shows what you read in a year.
      """,
    examples: [
      Example("catalog mark 42 reading"), Example("catalog mark 42 read --on 2024-08-22", "that day"),
      Example("catalog mark \"Fallen Too Far\" abandoned", "by a title that only it has"),
      Example("catalog search --all --json=id tag:sf | catalog mark - want --yes", "all that a search finds"),
    ], group: .editing)

  @Option(help: "When that was: a day, a month or a year; by default today.", valueName: "date") var on: PartialDate?
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.help, valueName: "book", completion: .values(.book)) var book: String
  @Argument(help: "How far you are.", valueName: "state") var state: ReadStateArgument

  var declarations: ArgumentDeclarations {
    ["on": _on, "options": _options, "global": _global, "book": _book, "state": _state]
  }

  mutating func validate() throws {
    if on != nil, ![.reading, .read, .abandoned].contains(state.state) {
      throw ValidationError("--on is for reading, read and abandoned: \(state.state.rawValue) has no day")
    }
  }

  mutating func run() throws {
    let (state, given, today) = (state.state, on, PartialDate.day(at: Date()))
    let names = try BookArguments.names([book])
    try global.make(options, isBrief: true) { transaction in
      try transaction.edit(BookArguments.ids(names, transaction.snapshot)) { book in
        book.mark(state, on: given ?? today)
        guard let given else { return }
        if state == .reading { book.started = given } else { book.finished = given }
      }
    }
  }
}

/// How far one is with a book, as people and other programs call it.
struct ReadStateArgument: ExpressibleByArgument {
  let state: ReadState

  /// Words that people use for the states, in addition to those of other programs.
  private static let others: [String: ReadState] = [
    "wanted": .want, "tbr": .want, "current": .reading, "started": .reading, "done": .read, "none": .unread,
  ]

  init?(argument: String) {
    guard let state = FieldVocabulary.readState(of: argument) ?? Self.others[argument.lowercased()] else { return nil }
    self.state = state
  }

  static var allValueStrings: [String] { ReadState.allCases.map(\.rawValue) }
}

extension PartialDate: ExpressibleByArgument {
  package init?(argument: String) {
    let today = PartialDate.day(at: Date())
    switch argument.lowercased() {
    case "today": self = today
    case "yesterday": self = today.adding(days: -1)
    default: try? self.init(argument)
    }
  }

  package static func refusal(of argument: String) -> String {
    "is not a date such as 2024, 2024-08, 2024-08-22 or yesterday"
  }
}
