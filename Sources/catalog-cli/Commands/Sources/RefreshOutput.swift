import Catalog
import CatalogSources
import CommandLineKit
import Platform

/// A printer for the results of a refresh, or of a dry run of a refresh.
struct RefreshOutput: Sendable {
  /// The maximum number of rejected records to print for each source.
  private static let namedRecords = 10

  let console: Console
  let isDryRun: Bool
  let isJSON: Bool
  /// True to print nothing about sources that were not read or did not change.
  let isQuiet: Bool
  /// The user-defined fields.
  private let own: OwnFields
  private let command: TypedCommand

  init(global: GlobalOptions, own: OwnFields, isDryRun: Bool, isJSON: Bool, isQuiet: Bool) {
    console = global.console
    self.own = own
    (self.isDryRun, self.isJSON, self.isQuiet) = (isDryRun, isJSON, isQuiet)
    command = global.typed
  }

  /// Prints a note about the sources that are skipped because an app refreshes them.
  func notePassedOver(_ known: [CatalogSource]) {
    for source in known where source.kind == .app && source.state == .active {
      console.diagnostics.note("skipped \(source.name): \(RefreshSources.ofApp)")
    }
  }

  /// Explains why no source was read.
  func noteNothingToAsk(_ known: [CatalogSource]) {
    let paused = known.filter { $0.state == .paused }.map(\.name)
    if paused.isEmpty, known.contains(where: { $0.kind == .app }) { return }
    console.diagnostics.hint(
      paused.isEmpty
        ? "no sources to refresh; \(command.addSource)"
        : "all sources are paused: \(paused.joined(separator: ", ")) ('\(command.line(["source", "resume", "NAME"]))')")
  }

  /// Prints one difference that a refresh would make.
  ///
  /// Write errors are ignored here and reported at the end, because after a failure the stream throws the same error
  /// again.
  func print(_ change: RefreshChange, of source: String) {
    let symbols = console.outputSettings.symbols
    switch change {
    case .added(let title):
      try? console.line("\(source): would add \(symbols.openingQuote)\(title)\(symbols.closingQuote)")
    case .updated(let differences):
      for difference in differences { try? console.line("\(source): would change \(difference.text(own, symbols))") }
    case .removed(let book, let title):
      try? console.line("\(source): would remove \(book) \(symbols.openingQuote)\(title)\(symbols.closingQuote)")
    }
  }

  /// Prints the result for each source.
  ///
  /// - Parameter undoHint: A closure that returns a hint with the command that undoes a step.
  func print(
    _ reports: [RefreshReport], _ changes: [String: [RefreshChange]], undoHint: (HistoryStep.ID?) throws -> String
  ) throws {
    if isJSON { return try printJSON(reports, changes) }
    for report in reports { try print(report, undoHint) }
  }

  private func print(_ report: RefreshReport, _ undoHint: (HistoryStep.ID?) throws -> String) throws {
    if report.isByNewerRules, !isQuiet {
      console.diagnostics.note(
        "\(report.source): read from the beginning, because this version reads such sources differently")
    }
    for reason in report.rejected.prefix(Self.namedRecords) {
      console.diagnostics.warning("\(report.source): rejected \(reason)")
    }
    let unnamed = report.counts.rejected - min(report.rejected.count, Self.namedRecords)
    if unnamed > 0 { console.diagnostics.warning("\(report.source): \(unnamed.grouped) more rejected") }
    for record in report.leftOut.prefix(Self.namedRecords) {
      console.diagnostics.warning("\(report.source): used record \(record)")
    }
    let unnamedParts = report.counts.leftOut - min(report.leftOut.count, Self.namedRecords)
    if unnamedParts > 0 {
      let parts = report.leftOutParts.map { "\(BookField(rawValue: $0.part)?.words ?? $0.part) (\($0.count.grouped))" }
        .joined(separator: ", ")
      console.diagnostics.warning(
        "\(report.source): \(unnamedParts.grouped) more records used without some of their values: \(parts)")
    }
    if report.counts.rejected > 0, !isDryRun {
      console.diagnostics.hint(
        "to see the rejected records, run '\(command.line(["quarantine", "list", report.source]))'")
    }
    switch report.outcome {
    case .failed(let failure):
      console.diagnostics.error("cannot refresh \(failure.text(of: report.source, command))")
    case .elsewhere:
      if !isQuiet { console.diagnostics.note("another process is refreshing \(report.source)") }
      return
    case .skipped: return
    case .partly(let limit):
      let hint = isDryRun ? "" : " (run the same command to continue)"
      console.diagnostics.warning("\(report.source): not read completely: \(limit.reason)\(hint)")
    case .complete, .interrupted: break
    }
    let counts = report.counts
    guard let changes = counts.text(isDryRun: isDryRun) else {
      if report.outcome == .complete, !isQuiet || counts.rejected > 0 {
        try console.line("\(report.source): no changes")
      }
      return
    }
    try console.line("\(report.source): \(changes)\(undoHint(report.step))")
    if counts.kept > 0, !isDryRun {
      console.diagnostics.hint(
        "'\(command.line(["conflicts"]))' shows the books that you edited but that \(report.source) no longer has")
    }
  }

  /// Reports the number of new conflicts that concern fields. Conflicts that concern removed books were already
  /// reported for each source.
  ///
  /// - Parameter more: The number of new conflicts of both types.
  func noteConflicts(_ more: Int, after reports: [RefreshReport]) {
    let fields = more - reports.reduce(0) { $0 + $1.counts.kept }
    guard fields > 0, !isJSON else { return }
    console.diagnostics.hint(
      "'\(command.line(["conflicts"]))' shows \(fields.counted("field")) that you edited and a source has changed since"
    )
  }

  private func printJSON(_ reports: [RefreshReport], _ changes: [String: [RefreshChange]]) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.array { json in
      for report in reports {
        json.object { json in
          json.member("source", report.source)
          json.member("added", report.counts.added)
          json.member("updated", report.counts.updated)
          json.member("unchanged", report.counts.unchanged)
          json.member("rejected", report.counts.rejected)
          json.member("leftOut", report.counts.leftOut)
          json.array("leftOutParts") { json in
            for part in report.leftOutParts {
              json.object { json in
                json.member("part", part.part)
                json.member("count", part.count)
                json.member("example", part.example)
              }
            }
          }
          json.member("removed", report.counts.removed)
          json.member("kept", report.counts.kept)
          json.member("error", report.shortfall)
          json.member("outcome", report.outcome.name)
          json.member("newerRules", report.isByNewerRules)
          if isDryRun {
            json.array("changes") { json in
              for change in changes[report.source] ?? [] { Self.write(change, own, to: &json) }
            }
          }
        }
      }
    }
    try console.print(json)
  }

  private static func write(_ change: RefreshChange, _ own: OwnFields, to json: inout JSONWriter) {
    func write(_ kind: String, _ book: Book.ID?, _ title: String, _ difference: FieldDifference? = nil) {
      json.object { json in
        json.member("change", kind)
        json.member("id", book)
        json.member("title", title)
        json.member("field", difference.map { own.name(of: $0.field) })
        json.member("old", difference?.old?.description)
        json.member("new", difference?.new?.description)
      }
    }
    switch change {
    case .added(let title): write("added", nil, title)
    case .updated(let differences):
      for difference in differences { write("updated", difference.book, difference.title, difference) }
    case .removed(let book, let title): write("removed", book, title)
    }
  }

  /// Returns the exit code for a refresh with the given reports.
  static func exitCode(of reports: [RefreshReport], isQuiet: Bool) -> ExitCode {
    let attempted = reports.filter { $0.outcome != .skipped && $0.outcome != .elsewhere }
    let isElsewhere = !isQuiet && reports.contains { $0.outcome == .elsewhere }
    if attempted.isEmpty { return isElsewhere ? .busy : .success }
    let failures = attempted.compactMap(\.failure)
    let hasStored = attempted.contains { $0.counts.added + $0.counts.updated + $0.counts.removed > 0 }
    let isRejected = attempted.contains { $0.counts.rejected > 0 }
    if failures.count == attempted.count, !hasStored {
      if failures.contains(where: { $0.code == .needsConsent }) { return .partly }
      return failures.allSatisfy { [.malformed, .tooLarge].contains($0.code) } ? .data : .unavailable
    }
    if isRejected, attempted.allSatisfy({ $0.counts.rejected == $0.counts.total && $0.failure == nil }) { return .data }
    let isLeftOff = attempted.contains { $0.outcome != .complete }
    return isLeftOff || isRejected || isElsewhere ? .partly : .success
  }
}

extension RunCounts {
  /// Returns the counts as text, such as “2 added, 1 updated”; `nil` if nothing changed.
  func text(isDryRun: Bool) -> String? {
    guard added + updated + removed + kept > 0 else { return nil }
    var parts =
      isDryRun
      ? ["would add \(added.grouped)", "update \(updated.grouped)"]
      : ["\(added.grouped) added", "\(updated.grouped) updated"]
    if removed > 0 { parts.append(isDryRun ? "remove \(removed.grouped)" : "\(removed.grouped) removed") }
    if kept > 0 { parts.append(isDryRun ? "keep \(kept.grouped)" : "\(kept.grouped) kept") }
    return parts.joined(separator: ", ")
  }
}

extension RefreshReport.Outcome {
  /// The name of the outcome in JSON.
  fileprivate var name: String {
    switch self {
    case .complete: "complete"
    case .skipped: "skipped"
    case .elsewhere: "elsewhere"
    case .partly: "partly"
    case .interrupted: "interrupted"
    case .failed: "failed"
    }
  }
}

extension RefreshReport {
  /// The reason why the source was not read completely; `nil` if it was.
  fileprivate var shortfall: String? {
    switch outcome {
    case .failed(let failure): failure.description
    case .partly(let limit): "not read completely: \(limit.reason)"
    case .complete, .skipped, .elsewhere, .interrupted: nil
    }
  }
}
