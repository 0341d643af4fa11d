import Platform

/// Runs as tables of Markdown, for docs/performance.md.
struct PerformanceTable {
  static let begin = "<!-- measured: written by scripts/bench document -->"
  static let end = "<!-- measured: end -->"

  private let runs: [RunDocument]

  /// - Parameter runs: shown with the smallest catalog first.
  init(_ runs: [RunDocument]) { self.runs = runs.sorted { $0.books < $1.books } }

  /// The document with what stands between the marks replaced.
  /// - Throws: when the document has no marks.
  func inserted(into document: String) throws -> String {
    guard let begin = document.firstRange(of: Self.begin), let end = document.firstRange(of: Self.end),
      begin.upperBound <= end.lowerBound
    else { throw BenchError("the document has no marks '\(Self.begin)' and '\(Self.end)'") }
    return document[..<begin.upperBound] + "\n" + text + "\n" + document[end.lowerBound...]
  }

  var text: String { runs.map(text).joined(separator: "\n") }

  private func text(of run: RunDocument) -> String {
    let machine = run.machine
    let versions = run.versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: "; ")
    let load = machine.load.map { ", load \($0.fixed(2)) at the start" } ?? ""
    var lines = [
      "### \(run.books.grouped) books", "",
      "\(run.date), \(machine.cores) cores, \(machine.processor), \(machine.kernel)\(load). \(versions).", "",
      "| group | measure | runs | median ms | p99 ms | peer ms | ratio | limit |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    lines += run.measures.map { measure in
      Self.row([
        measure.group, measure.name, String(measure.runs), ReportTable.decimals(measure.medianMilliseconds),
        ReportTable.decimals(measure.p99Milliseconds),
        measure.peer.map { ReportTable.decimals($0.medianMilliseconds) } ?? "", measure.ratio.map { $0.fixed(2) } ?? "",
        measure.limit.map { ReportTable.verdict($0, measure.isReached) } ?? "",
      ])
    }
    lines += ["", "| group | fact | value | limit |", "| --- | --- | --- | --- |"]
    lines += run.facts.map { fact in
      Self.row([
        fact.group, fact.name, fact.value, fact.limit.map { ReportTable.verdict($0, fact.isReached) } ?? "",
      ])
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ cells: [String]) -> String {
    "| "
      + cells.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
      .joined(separator: " | ") + " |"
  }
}
