import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

/// Prints steps, the newest first; of one book with what they changed there.
struct HistoryPrinter {
  let own: OwnFields
  let console: Console

  func print(_ entries: [(step: HistoryStep, changes: [HistoryChange])], isJSON: Bool) throws {
    if isJSON {
      var json = JSONWriter(for: console.outputSettings)
      json.beginArray()
      for entry in entries {
        json.beginObject()
        json.members(of: entry.step)
        json.changes(entry.changes, own)
        json.endObject()
      }
      json.endArray()
      return try console.print(json)
    }
    let now = Date()
    try console.paged { stream in
      var table = TableWriter(
        columns: [
          TableColumn("STEP", alignment: .right, importance: 3), TableColumn("TIME", importance: 2),
          TableColumn("STATE", importance: 1), TableColumn("WHAT", minimumWidth: 20, importance: 4),
        ], stream: stream, settings: console.outputSettings)
      for entry in entries {
        let step = entry.step
        let details = entry.changes.text(own)
        try table.write([
          TableCell(String(step.id), style: .dim),
          TableCell(console.isTerminal ? step.at.relativeTime(to: now) : step.at.rfc3339),
          TableCell(step.state.text, style: .yellow),
          TableCell((details.isEmpty ? step.summary : "\(step.kind.rawValue): \(details)") + step.maker),
        ])
      }
      try table.finish()
    }
    if entries.isEmpty, console.hasReader { console.diagnostics.line("nothing has been done yet") }
  }
}

/// Prints what a step changed, a book a line.
struct StepPrinter {
  private let changes: StepChanges
  private let own: OwnFields
  private let console: Console

  init(_ changes: StepChanges, own: OwnFields, console: Console) {
    (self.changes, self.own, self.console) = (changes, own, console)
  }

  func print(isJSON: Bool) throws {
    let (step, books) = (changes.step, changes.books)
    if isJSON {
      var json = JSONWriter(for: console.outputSettings)
      json.beginObject()
      json.members(of: step)
      json.member("bookCount", changes.bookCount)
      json.key("books")
      json.beginArray()
      for book in books {
        json.beginObject()
        json.member("id", book.id)
        json.member("title", book.title)
        json.changes(book.changes, own)
        json.endObject()
      }
      json.endArray()
      json.endObject()
      return try console.print(json)
    }
    let state = step.state.text.isEmpty ? "" : ", \(step.state.text)"
    console.diagnostics.line("step \(step.id), \(step.at.localTime)\(state): \(step.summary)\(step.maker)")
    if let command = step.command { console.diagnostics.line("made by: \(command)") }
    try console.paged { stream in
      var table = TableWriter(
        columns: [
          TableColumn("ID", alignment: .right, importance: 3), TableColumn("TITLE", minimumWidth: 12, importance: 2),
          TableColumn("WHAT", minimumWidth: 20, importance: 4),
        ], stream: stream, settings: console.outputSettings)
      for book in books {
        try table.write([
          TableCell(String(book.id), style: .dim), TableCell(book.title), TableCell(book.changes.text(own)),
        ])
      }
      try table.finish()
    }
    let rest = changes.bookCount - books.count
    if rest > 0 { console.diagnostics.line("\(rest.counted("more book")) (--limit shows more of them)") }
    if changes.bookCount == 0 { console.diagnostics.line("it changed no book") }
  }
}

extension HistoryStep.State {
  /// In a word; empty of one that stands.
  fileprivate var text: String {
    switch self {
    case .done: ""
    case .undone, .overtaken: "undone"
    case .partlyUndone, .partlyRedone: "partly undone"
    }
  }
}

extension HistoryStep {
  /// “ (by Ann)”; nothing of what the owner did.
  fileprivate var maker: String { (isByItself ? " (by itself)" : "") + (person.map { " (by \($0.name))" } ?? "") }
}

extension [HistoryChange] {
  /// “title “Dune” → “X”; rating → “4”; tags +sf; record of goodreads”. Each part is said once.
  fileprivate func text(_ own: OwnFields) -> String {
    var parts: [String] = []
    for part in compactMap({ $0.text { own.words(of: $0) } }) where !parts.contains(part) { parts.append(part) }
    return parts.joined(separator: "; ")
  }
}

extension HistoryChange {
  /// - Parameter name: what a field is called. `nil` where the user's value stayed as it was, and only what it was given over
  ///   is another.
  fileprivate func text(_ name: (BookField) -> String) -> String? {
    if case .source(let source) = subject { return "record of \(source)" }
    let subject = subject.text(name)
    guard old != nil || new != nil else { return subject }
    if old == new { return nil }
    // A change of tags says itself what is given and what is taken away.
    if self.subject == .field(.tags), old == nil, let new { return "\(subject) \(new)" }
    return "\(subject) \(old.map { "“\($0)” " } ?? "")→ \(new.map { "“\($0)”" } ?? "unedited")"
  }
}

extension JSONWriter {
  /// What is said of each step.
  fileprivate mutating func members(of step: HistoryStep) {
    member("step", step.id)
    member("at", step.at.rfc3339)
    member("kind", step.kind.rawValue)
    member("summary", step.summary)
    member("byItself", step.isByItself)
    member("person", step.person?.name)
    member("command", step.command)
    member("undone", step.state == .undone || step.state == .overtaken)
    member("partly", step.state == .partlyUndone || step.state == .partlyRedone)
  }

  fileprivate mutating func changes(_ changes: [HistoryChange], _ own: OwnFields) {
    key("changes")
    beginArray()
    for change in changes {
      beginObject()
      member("subject", change.subject.text { own.name(of: $0) })
      member("old", change.old)
      member("new", change.new)
      endObject()
    }
    endArray()
  }
}
