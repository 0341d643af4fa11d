/// The report for people: a table for each group, then its facts, then what each peer does.
struct ReportTable {
  private let report: BenchReport

  init(_ report: BenchReport) { self.report = report }

  var text: String {
    let machine = report.machine
    var lines = [
      "\(report.date)  \(report.books) books",
      "\(machine.cores) cores, \(machine.processor), \(machine.kernel), load \(Self.fixed(machine.load, 2))",
      report.versions.map { "\($0.name): \($0.version)" }.joined(separator: "; "),
    ]
    for group in report.groups { lines += [""] + self.lines(of: group) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of group: GroupResults) -> [String] {
    let header = [group.group, "runs", "median ms", "p99 ms", "peer ms", "peer p99", "ratio", ""]
    let peers = group.measures.reduce(into: [String]()) { peers, measure in
      if let peer = measure.peerDoes, !peers.contains(peer) { peers.append(peer) }
    }
    let rows = [header] + group.measures.map { row(of: $0, peers) }
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = row.indices.map { column in
        let room = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 || column == row.count - 1 ? row[column] + room : room + row[column]
      }
      return String(cells.joined(separator: "  ").reversed().drop(while: \.isWhitespace).reversed())
    }
    lines += group.facts.map { "\($0.name): \($0.value)" }
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
      measure.ratio.map { Self.fixed($0, 2) } ?? "", notes.joined(separator: ", "),
    ]
  }

  /// Three decimals for times around a millisecond, fewer for long ones.
  private static func decimals(_ number: Double) -> String {
    fixed(number, number < 10 ? 3 : number < 1_000 ? 1 : 0)
  }

  private static func fixed(_ number: Double, _ decimals: Int) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "?" }
    let scale = (0..<decimals).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let digits = String(scaled % scale)
    let fraction = String(repeating: "0", count: decimals - (decimals == 0 ? 0 : digits.count)) + digits
    return decimals == 0 ? String(scaled) : "\(scaled / scale).\(fraction)"
  }
}
