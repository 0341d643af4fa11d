import Catalog
import CommandLineKit
import Platform

/// The command that runs if the user names none. If the catalog has no books, it explains how to add some. Otherwise,
/// it shows a summary and the tasks that need the user's attention.
struct OverviewCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "overview", abstract: "Show an overview and what to do next.", shouldDisplay: false)

  /// The maximum number of books to list among those that the user is reading.
  private static let named = 5

  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations { ["global": _global] }

  mutating func run() throws {
    guard global.exists else { return try begin("no catalog at \(global.path) yet") }
    let (status, reading, read) = try global.openForReading().read { snapshot in
      (
        try snapshot.status(),
        try snapshot.page(BookQuery("is:reading", order: BookOrder("-started")), size: Self.named),
        try snapshot.count(of: "is:read")
      )
    }
    guard status.books > 0 else { return try begin("the catalog at \(global.path) has no books yet") }
    let console = global.console
    try console.line(
      "\(status.books.counted("book")), \(read.grouped) read\(reading.books.isEmpty ? "" : "; you are reading")")
    let lines = ReadingLines(symbols: console.outputSettings.symbols)
    for book in reading.books { try console.line("  \(lines.line(of: book))") }
    if reading.next != nil { try console.line("  and more: \(global.commandLine(["list", "is:reading"]))") }
    let tasks = tasks(status)
    if !tasks.isEmpty { try list("to do", tasks) }
    try list(
      "and",
      [
        ("browse", "view and edit books"), ("search WORDS", "find books"), ("pick", "choose what to read next"),
        ("help", "all commands"),
      ])
  }

  /// Returns the tasks that only the user can complete.
  private func tasks(_ status: CatalogStatus) -> [(command: String, says: String)] {
    var tasks: [(String, String)] = []
    if status.conflicts > 0 {
      tasks.append(("conflicts", "\(status.conflicts.counted("value")) where you and a source disagree"))
    }
    let quarantined = status.sources.reduce(0) { $0 + $1.quarantined }
    if quarantined > 0 { tasks.append(("quarantine", "\(quarantined.counted("record")) that could not be used")) }
    for source in status.sources where source.lastError != nil && source.source.state != .paused {
      tasks.append(("refresh \(source.source.name)", "its last refresh failed"))
    }
    return tasks
  }

  private func begin(_ what: String) throws {
    try global.console.line("\(what); to get started")
    try list(
      nil,
      [
        ("import FILE", "books from Goodreads, StoryGraph, calibre or a table"),
        ("add --isbn NUMBER", "a book by its ISBN"),
        ("source add home calibre-library FOLDER", "follow a calibre library"),
        ("refresh", "some sample books to try"), ("help", "all commands"),
      ])
  }

  /// Prints commands as the user would type them, each with its purpose.
  private func list(_ heading: String?, _ commands: [(command: String, says: String)]) throws {
    let console = global.console
    if let heading { try console.line(heading) }
    let lines = commands.map { (global.commandLine($0.command.split(separator: " ").map(String.init)), $0.says) }
    let width = lines.map(\.0.count).max() ?? 0
    for (line, says) in lines {
      try console.line("  \(line)\(String(repeating: " ", count: width - line.count + 2))\(says)")
    }
  }
}
