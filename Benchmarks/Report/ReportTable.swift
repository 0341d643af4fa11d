/// The report for people: a table for each group, then its facts, then what each peer does.
struct ReportTable {
  private let report: BenchReport

  init(_ report: BenchReport) { self.report = report }

  var text: String {
    let machine = report.machine
    var lines = [
      "\(report.date)  \(report.books) books",
      "\(machine.cores) cores, \(machine.processor), \(machine.kernel), load \(machine.load.fixed(2))",
      report.versions.map { "\($0.name): \($0.version)" }.joined(separator: "; "),
    ]
    for group in report.groups { lines += [""] + self.lines(of: group) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of group: GroupResults) -> [String] {
    let header = [group.group, "runs", "median ms", "p99 ms", "peer ms", "peer p99", "ratio", "limit", ""]
    let peers = group.measures.reduce(into: [String]()) { peers, measure in
      if let peer = measure.peerDoes, !peers.contains(peer) { peers.append(peer) }
    }
    let rows = [header] + group.measures.map { row(of: $0, peers) }
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = row.indices.map { column in
        let room = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 || column >= row.count - 2 ? row[column] + room : room + row[column]
      }
      return String(cells.joined(separator: "  ").reversed().drop(while: \.isWhitespace).reversed())
    }
    lines += group.facts.map { fact in
      let limit = fact.limit.map { " (\(Self.verdict($0, fact.isReached)))" } ?? ""
      return "\(fact.name): \(fact.value)\(limit)"
    }
    lines += peers.enumerated().map { "peer \($0.offset + 1): \($0.element)" }
    return lines
  }

  private func row(of measure: Measure, _ peers: [String]) -> [String] {
    var notes = measure.note.isEmpty ? [] : [measure.note]
    if let rate = measure.rowsPerSecond { notes.insert("\(rate) rows/s", at: 0) }
    if let peer = measure.peerDoes.flatMap({ peers.firstIndex(of: $0) }) { notes.append("peer \(peer + 1)") }
    return [
      measure.name, String(measure.own.runs), Self.decimals(measure.own.median), Self.decimals(measure.own.p99),
      measure.peer.map { Self.decimals($0.median) } ?? "", measure.peer.map { Self.decimals($0.p99) } ?? "",
      measure.ratio.map { $0.fixed(2) } ?? "",
      measure.limit.map { Self.verdict($0.text, measure.isReached) } ?? "", notes.joined(separator: ", "),
    ]
  }

  /// A limit, and whether it was reached; a question mark where only a peer that is missing would tell.
  static func verdict(_ limit: String, _ isReached: Bool?) -> String {
    limit + (isReached.map { $0 ? " ✓" : " ✗" } ?? " ?")
  }

  /// Three decimals for times around a millisecond, fewer for long ones.
  static func decimals(_ number: Double) -> String {
    number.fixed(number < 10 ? 3 : number < 1_000 ? 1 : 0)
  }
}
