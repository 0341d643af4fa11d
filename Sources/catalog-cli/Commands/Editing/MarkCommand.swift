import Catalog
import CommandLineKit
import FoundationEssentials

struct MarkCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", meanings: ["read", "reading", "finish", "finished", "want", "wishlist", "state", "dnf"],
    abstract: "Set the reading status of books.",
    discussion: """
      A book is unread, or marked as want, reading, paused, read or abandoned. Words of other programs work, too:
      to-read, currently-reading, did-not-finish. Catalog stores the day on which you started or finished: today, unless
      '--on' names another one. If you mark several books at once, or use '--matching', it stores no day unless
      '--on' names one.

      When you read a book again, the earlier reading is kept. If a book is already marked as read, '--on' corrects the
      last day of a reading that ended at most 31 days before or after that day; any other day adds another reading. To
      set the last day of the current reading directly, use 'catalog edit 42 finished=2024-08-22'.
      'catalog list finished:2024 is:read' shows the books that you read in a year.
      """,
    examples: [
      Example("catalog mark 42 reading"), Example("catalog mark 42 read --on 2024-08-22", "that day"),
      Example("catalog mark 42 read --on unknown", "if you don't know when"),
      Example("catalog mark \"Fallen Too Far\" abandoned", "by a unique title"),
      Example("catalog mark --matching \"author:lem is:unread\" want", "all books that match"),
    ], group: .editing)

  @Option(
    help: "The day, month or year of the change, or 'unknown' (default: today for one book).", valueName: "date")
  var on: ReadingDay?
  @Option(help: BookArguments.matchingHelp, valueName: "query", completion: .values(.query)) var matching: String?
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: BookArguments.help, valueName: "book", completion: .values(.book), replacement: BookArguments.matchingName)
  var book: String?
  @Argument(help: "The reading status.", valueName: "state") var state: ReadStateArgument

  var declarations: ArgumentDeclarations {
    [
      "on": _on, "matching": _matching, "options": _options, "global": _global, "book": _book, "state": _state,
    ]
  }

  mutating func validate() throws {
    if on != nil, ![.reading, .read, .abandoned].contains(state.state) {
      throw ValidationError("--on needs the status reading, read or abandoned, not \(state.state.rawValue)")
    }
  }

  mutating func run() throws {
    let (state, day) = (state.state, on)
    let books = try ChosenBooks([book].compactMap(\.self), matching: matching)
    // A query may match one book by chance, so it never stores the current day.
    let impliedDay: ReadingDay? = matching == nil ? nil : .unknown
    try global.make(options, of: books, isBrief: true) { transaction in
      let ids = try books.ids(in: transaction.snapshot)
      let today = PartialDate.day(at: Date())
      return try transaction.edit(ids) { $0.mark(state, on: day ?? impliedDay, oneOf: ids.count, today: today) }
    }
    if state == .read, let book, !options.output.dryRun, !options.output.json { try noteNext(after: book) }
  }

  /// Prints the next part of the series after a book that was read.
  private func noteNext(after name: String) throws {
    let next = try global.openForReading().read { snapshot -> (series: String, next: BookSeries.Next)? in
      guard name != "-", let book = try snapshot.book(snapshot.id(named: name)), let number = book.seriesNumber,
        let series = try book.series.flatMap({ try snapshot.series(named: $0) }), let next = series.next
      else { return nil }
      // A book that was read long after later parts says nothing about the next part.
      return series.volumes.contains { $0.readState == .read && $0.number ?? 0 > number } ? nil : (series.name, next)
    }
    if let next { global.console.diagnostics.line("next in \(next.series): \(next.next.words)") }
  }
}

/// A read state on the command line. Accepts several names for each state, including those that other programs use.
struct ReadStateArgument: ExpressibleByArgument {
  let state: ReadState

  init?(argument: String) {
    guard let state = FieldVocabulary.typedReadState(of: argument) else { return nil }
    self.state = state
  }

  static var allValueStrings: [String] { ReadState.allCases.map(\.rawValue) }
}

extension ReadingDay: ExpressibleByArgument {
  package init?(argument: String) { self.init(typed: argument, today: PartialDate.day(at: Date())) }

  package static func refusal(of argument: String) -> String {
    "is not a date such as 2024, 2024-08, 2024-08-22 or yesterday, and not 'unknown'"
  }
}
