import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct HistoryCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", meanings: ["log", "changes", "steps"], abstract: "Show what was done, newest first.",
    discussion: "Behind what somebody else than you did stands who did it: 'catalog help people'.",
    examples: [Example("catalog history"), Example("catalog history 42", "what was done to one book")],
    group: .editing)

  @Option(help: "Show at most this many steps.", valueName: "n") var limit = 100
  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: BookArguments.helpOfOne, valueName: "book") var book: String?

  var declarations: ArgumentDeclarations { ["limit": _limit, "json": _json, "global": _global, "book": _book] }

  mutating func validate() throws {
    if limit < 1 { throw ValidationError("--limit must be at least 1, not \(limit)") }
  }

  mutating func run() throws {
    let console = global.console
    let catalog = try global.openForReading()
    let own = try catalog.read { try $0.fields() }
    let steps = try catalog.read { snapshot -> [(step: HistoryStep, changes: [HistoryChange])] in
      guard let book else { return try snapshot.steps(limit: limit).map { ($0, []) } }
      return try snapshot.history(of: snapshot.id(named: book), limit: limit).map { ($0.step, $0.changes) }
    }
    if json { return try printJSON(steps, own, console) }
    try console.paged { stream in
      var table = TableWriter(
        columns: [
          TableColumn("STEP", alignment: .right, importance: 3), TableColumn("TIME", importance: 2),
          TableColumn("STATE", importance: 1), TableColumn("WHAT", minimumWidth: 20, importance: 4),
        ], stream: stream, settings: console.outputSettings)
      for (step, changes) in steps {
        let details = changes.map { Self.text($0, own) }.joined(separator: "; ")
        try table.write([
          TableCell(String(step.id), style: .dim),
          TableCell(console.isTerminal ? step.at.localTime : step.at.rfc3339),
          TableCell(Self.text(step.state), style: .yellow),
          TableCell(
            (details.isEmpty ? step.summary : "\(step.kind.rawValue): \(details)")
              + (step.isByItself ? " (by itself)" : "") + (step.person.map { " (by \($0.name))" } ?? "")),
        ])
      }
      try table.finish()
    }
    if steps.isEmpty, console.hasReader { console.diagnostics.line("nothing has been done yet") }
  }

  private static func text(_ state: HistoryStep.State) -> String {
    switch state {
    case .done: ""
    case .undone, .overtaken: "undone"
    case .partlyUndone, .partlyRedone: "partly undone"
    }
  }

  private static func text(_ change: HistoryChange, _ own: OwnFields) -> String {
    let subject = change.subject.text(own)
    guard change.old != nil || change.new != nil else { return subject }
    return
      "\(subject) \(change.old.map { "“\($0)”" } ?? "unedited") → \(change.new.map { "“\($0)”" } ?? "unedited")"
  }

  private func printJSON(_ steps: [(step: HistoryStep, changes: [HistoryChange])], _ own: OwnFields, _ console: Console)
    throws
  {
    var json = JSONWriter(for: console.outputSettings)
    json.beginArray()
    for (step, changes) in steps {
      json.beginObject()
      json.member("step", step.id)
      json.member("at", step.at.rfc3339)
      json.member("kind", step.kind.rawValue)
      json.member("summary", step.summary)
      json.member("byItself", step.isByItself)
      json.member("person", step.person?.name)
      json.member("undone", step.state == .undone || step.state == .overtaken)
      json.member("partly", step.state == .partlyUndone || step.state == .partlyRedone)
      json.key("changes")
      json.beginArray()
      for change in changes {
        json.beginObject()
        json.member("subject", change.subject.text(own))
        json.member("old", change.old)
        json.member("new", change.new)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    try console.print(json)
  }
}

extension HistorySubject {
  /// In words for people, with what the user's own fields are called.
  fileprivate func text(_ own: OwnFields) -> String {
    switch self {
    case .field(let field): own.name(of: field)
    case .passedOver(let field, let book): "\(own.name(of: field)) of \(book)"
    default: description
    }
  }
}
