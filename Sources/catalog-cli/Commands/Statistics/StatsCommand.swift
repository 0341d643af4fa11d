import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct StatsCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", aliases: ["statistics"], meanings: ["year", "report", "chart", "streak", "wrapped", "goal"],
    abstract: "Count what you read: books and pages, ratings, authors, streaks.",
    discussion: """
      A first or last word of four digits is a year; this-year and last-year also work. Books count in the period in
      which a reading ended, so a book that you read twice counts twice. Dates may be months or years: a reading without
      a month counts in no month, and readings without a date are counted separately. With a year, ratings and
      languages cover the books read in that year; without a year, all books.

      A streak of days counts days on which you were reading a book, from its first to its last day (for a current book,
      up to today). A streak of months counts months in which you finished a book.

      Pipes and files get one line per number: its name, a tab, and the number. --svg writes a picture without scripts,
      with colours for light and dark backgrounds.
      """,
    examples: [
      Example("catalog stats 2024", "what you read in 2024"), Example("catalog stats", "in all years"),
      Example("catalog stats last-year tag:sf", "only of some books"),
      Example("catalog stats 2024 --svg 2024.svg", "as a picture"),
      Example("catalog stats 2024 --json", "for a program"),
    ], group: .reading, takesQuery: true)

  @Option(help: "Write a picture to this file (-: standard output).", valueName: "file", completion: .file())
  var svg: String?
  @Flag(help: "Replace an existing file.") var force = false
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(
    help: "A year and a query (default: all books in all years).", valueName: "query", completion: .values(.query))
  var query: [String] = []

  var declarations: ArgumentDeclarations {
    ["svg": _svg, "force": _force, "json": _json, "global": _global, "query": _query]
  }

  mutating func validate() throws {
    if svg == "" { throw ValidationError("--svg needs the name of a file") }
    if json, svg != nil { throw ValidationError("use --svg or --json, not both") }
  }

  mutating func run() throws {
    let console = global.console
    let (year, words) = try Self.divided(query.flatMap { $0.split(separator: " ").map(String.init) })
    let bookQuery = BookQuery(words.joined(separator: " "))
    let catalog = try global.openForReading()
    try console.noteProblems(of: bookQuery, in: catalog)
    let file = try svg.flatMap { path in
      path == "-" ? nil : try OutputFile(path: path, replaces: force, catalog: global.path)
    }
    let statistics = try catalog.read { try $0.statistics(of: bookQuery, year: year) }
    if json {
      var json = JSONWriter(for: console.outputSettings)
      StatisticsJSON.write(statistics, to: &json)
      return try console.print(json)
    }
    if let svg {
      let picture = StatisticsChart(statistics).svg
      guard let file else {
        return try console.print(
          console.isTerminal ? VisibleText.forTerminal(picture, keepingLineBreaks: true) : picture)
      }
      try file.write(Array(picture.utf8))
      try file.finish()
      return console.diagnostics.line("wrote \(svg)")
    }
    try console.paged { stream in
      guard console.isTerminal else { return try StatisticsRows(statistics).write(to: stream) }
      try StatisticsPage(statistics, settings: console.outputSettings).write(to: stream)
    }
  }

  /// Splits the words into a year, which can be the first or last word, and all other words.
  private static func divided(_ words: [String]) throws -> (year: Int?, rest: [String]) {
    guard let first = words.first, let last = words.last else { return (nil, []) }
    if let year = try year(first.lowercased()) {
      if words.count > 1, let other = try self.year(last.lowercased()) {
        throw ValidationError(
          "use one year, not \(year) and \(other) (to search for a title: title:\(last))")
      }
      return (year, Array(words.dropFirst()))
    }
    if let year = try year(last.lowercased()) { return (year, words.dropLast()) }
    return (nil, words)
  }

  /// Returns the year that a word means, such as `2024` or `last-year`; `nil` for any other word. The word must be in
  /// lower case.
  private static func year(_ word: String) throws -> Int? {
    if word == "this-year" { return PartialDate.day(at: Date()).year }
    if word == "last-year" { return PartialDate.day(at: Date()).year - 1 }
    guard word.utf8.count == 4, word.isDigits, let year = Int(word) else {
      if isOtherPeriod(word) {
        throw ValidationError(
          "\(word) is not a single year (to search for books finished then: finished:\(word))")
      }
      return nil
    }
    guard PartialDate.years.contains(year) else {
      throw ValidationError(
        "the last possible year is \(PartialDate.years.upperBound), not \(year) (to search for a title: title:\(word))")
    }
    return year
  }

  /// Returns true if a word means a period other than a single year, such as `last-month`, `2024-05` or `2020..2021`.
  private static func isOtherPeriod(_ word: String) -> Bool {
    func isTime(_ text: Substring) -> Bool {
      BookQuery.words(of: "finished").contains(String(text)) || (try? PartialDate(String(text))) != nil
    }
    // A word without dots or dashes is part of the query.
    guard let dots = word.firstRange(of: "..") else { return word.contains("-") && isTime(word[...]) }
    let ends = [word[..<dots.lowerBound], word[dots.upperBound...]]
    return ends.contains(where: isTime) && ends.allSatisfy { $0.isEmpty || isTime($0) }
  }
}
