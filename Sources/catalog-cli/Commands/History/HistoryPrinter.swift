import Catalog
import CatalogJSON
import CatalogSources
import CommandLineKit
import FoundationEssentials
import Platform

/// A printer for steps, from newest to oldest. In the history of a single book, each step is printed with its changes
/// to that book.
struct HistoryPrinter {
  let own: OwnFields
  let console: Console

  func print(_ entries: [(step: HistoryStep, changes: [HistoryChange])], isJSON: Bool) throws {
    if isJSON {
      var json = JSONWriter(for: console.outputSettings)
      json.array { json in
        for entry in entries { HistoryJSON.write(entry.step, entry.changes, own, to: &json) }
      }
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
    if entries.isEmpty, console.hasReader { console.diagnostics.line("no changes yet") }
  }
}

/// A printer for the changes in one step, with one line for each book.
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
      HistoryJSON.write(changes, own, to: &json)
      return try console.print(json)
    }
    let state = step.state.text.isEmpty ? "" : ", \(step.state.text)"
    console.diagnostics.line("step \(step.id), \(step.at.localTime)\(state): \(step.summary)\(step.maker)")
    if let command = step.command { console.diagnostics.line("command: \(command)") }
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
    if rest > 0 { console.diagnostics.line("\(rest.counted("more book")) (show them with --limit)") }
    if changes.bookCount == 0 { console.diagnostics.line("no books were changed") }
  }
}

extension HistoryStep.State {
  /// The state of the step in one or two words; empty if the step is in effect.
  fileprivate var text: String {
    switch self {
    case .done: ""
    case .undone, .overtaken: "undone"
    case .partlyUndone, .partlyRedone: "partly undone"
    }
  }
}

extension HistoryStep {
  /// The person who made the step, in parentheses, such as “(by Ann)”; empty for the owner. An automatic step has the
  /// text “(automatic)”. The text begins with a space.
  var maker: String { (isByItself ? " (automatic)" : "") + (person.map { " (by \($0.name))" } ?? "") }
}

extension [HistoryChange] {
  /// Returns the changes as text, such as “title “Dune” → “X”; rating → “4”; tags +sf; record of goodreads”. Identical
  /// texts appear only once.
  fileprivate func text(_ own: OwnFields) -> String {
    var parts: [String] = []
    for part in compactMap({ $0.text { own.words(of: $0) } }) where !parts.contains(part) { parts.append(part) }
    return parts.joined(separator: "; ")
  }
}

extension HistoryChange {
  /// Returns the change as text. Returns `nil` if only the source's value has changed and the user's value hides it.
  ///
  /// - Parameter name: A closure that returns the name of a field.
  fileprivate func text(_ name: (BookField) -> String) -> String? {
    if case .source(let source) = subject { return "record of \(source)" }
    let subject = subject.text(name)
    guard old != nil || new != nil else { return subject }
    if old == new { return nil }
    // For tags, the new value already lists the added and removed tags.
    if self.subject == .field(.tags), old == nil, let new { return "\(subject) \(new)" }
    return "\(subject) \(old.map { "“\($0)” " } ?? "")→ \(new.map { "“\($0)”" } ?? "unedited")"
  }
}
