import Catalog
import CommandLineKit
import FoundationEssentials

struct ProgressCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "progress", meanings: ["page", "position", "percent", "bookmark", "at", "reached"],
    abstract: "Record how far you have read, or show it.",
    discussion: """
      A position is a page (120), a percentage (45%), a time in an audiobook (3:20) or 'end'. '+30' means 30 pages after
      your last position; '+10%' and '+0:30' work, too. A position entered earlier for the same day is replaced, and
      'none' removes the positions of a day.

      The book is marked as being read if it is not yet. At the end of the book, Catalog offers to mark it as read.
      Positions that an e-reader recorded are in the same log. 'catalog progress' without a book shows the books that you
      are reading.
      """,
    examples: [
      Example("catalog progress 42 120", "you have read up to page 120"),
      Example("catalog progress dune 45%", "by a unique title"),
      Example("catalog progress 42 +30 --on yesterday", "30 pages more, on that day"),
      Example("catalog progress 42 none --on 2024-08-22", "remove a mistake"),
      Example("catalog progress 42", "all positions"), Example("catalog progress", "the books you are reading"),
    ], group: .editing)

  @Option(help: "The day on which you got there (default: today).", valueName: "date") var on: ReadingDay?
  @Option(help: BookArguments.matchingHelp, valueName: "query", completion: .values(.query)) var matching: String?
  @OptionGroup(title: "Output") var options: BulkOptions
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book", completion: .values(.book)) var book: String?
  @Argument(help: "The position: 120, 45%, 3:20, +30, end or none.", valueName: "position") var position:
    PositionArgument?

  var declarations: ArgumentDeclarations {
    [
      "on": _on, "matching": _matching, "options": _options, "global": _global, "book": _book, "position": _position,
    ]
  }

  mutating func validate() throws {
    // With a query, the only argument is the position.
    if matching != nil, book != nil, position != nil {
      throw ValidationError("specify BOOK or use --matching, not both")
    }
    if matching != nil, let word = book {
      guard let typed = PositionArgument(argument: word) else {
        throw ValidationError("\(quoted(word)) \(PositionArgument.refusal(of: word))")
      }
      (book, position) = (nil, typed)
    }
    if matching != nil, position == nil { throw ValidationError("--matching needs a position, such as 'end'") }
    if on != nil, position == nil { throw ValidationError("--on needs a position") }
    if case .none? = position?.meaning, on == nil { throw ValidationError("'none' needs --on with a day") }
  }

  mutating func run() throws {
    guard let position else { return try show() }
    let today = PartialDate.day(at: Date())
    let day = try ReadingPosition.day(of: on, today: today)
    let books = try ChosenBooks([book].compactMap(\.self), matching: matching)
    try global.make(options, of: books, isBrief: true) { transaction in
      let ids = try books.ids(in: transaction.snapshot)
      return try transaction.edit(ids) { draft in
        do { try position.enter(in: &draft, on: day, today: today) } catch let error as InvalidValue where ids.count > 1
        {
          throw InvalidValue(error.subject, error.value, "\(error.reason) (“\(draft.title.shortened(to: 40))”)")
        }
      }
    }
    if let book, !options.output.dryRun, !options.output.json { try offerEnd(of: book, on: day, today: today) }
  }

  /// Asks if a book is finished whose position is its end.
  private func offerEnd(of name: String, on day: PartialDate, today: PartialDate) throws {
    let book = try global.openForReading().read { try $0.book($0.id(named: name)) }
    guard let book, book.percentRead == 100, book.position?.day == day else { return }
    let words = ["mark", String(book.id), "read"] + (day == today ? [] : ["--on", day.description])
    let question = Question(console: global.console)
    guard question.isInteractive else {
      return global.console.diagnostics.hint("that is the end; to mark the book as read: \(global.commandLine(words))")
    }
    guard try question.agrees(to: "You have reached the end. Mark \(book.title) as read") else { return }
    let outcome = try global.openForWriting(needsBooks: true).write { try $0.edit(book.id) { $0.mark(.read, on: day) } }
    try MutationReport(global: global, options: options.output).print(outcome)
  }

  // MARK: Showing

  /// The maximum number of books to list among those that the user is reading.
  private static let listed = 100

  private func show() throws {
    let list = ReadingList(global: global)
    let catalog = try global.openForReading()
    guard let name = book else {
      let reading = BookQuery("is:reading OR is:paused", order: BookOrder.started.descending)
      return try list.write(catalog.read { try $0.page(reading, size: Self.listed).books }, asJSON: options.output.json)
    }
    let book = try catalog.read { snapshot in try snapshot.book(snapshot.id(named: name)) }
    if let book { try list.writeLog(of: book, asJSON: options.output.json) }
  }
}

/// A position on the command line, or `none` to remove those of a day.
struct PositionArgument: ExpressibleByArgument {
  enum Meaning {
    case position(TypedPosition)
    case none
  }

  let meaning: Meaning

  init?(argument: String) {
    if argument.lowercased() == "none" {
      meaning = .none
    } else {
      guard let position = TypedPosition(argument) else { return nil }
      meaning = .position(position)
    }
  }

  /// Records the position in a book, or removes the positions of the day.
  func enter(in draft: inout BookDraft, on day: PartialDate, today: PartialDate) throws {
    switch meaning {
    case .position(let position):
      try draft.reach(position.place(in: draft.filled, on: day), on: day, today: today)
    case .none: draft.progress.removeAll { $0.day == day }
    }
  }

  static func refusal(of argument: String) -> String { "is not a position: \(TypedPosition.forms)" }
}
