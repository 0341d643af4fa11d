import Catalog
import CatalogModel
import CatalogSources
import Platform

/// The result of an import or of its dry run: the number of rows with each outcome, the columns, and the rows with
/// remarks.
struct ImportReportHTML {
  let outcome: ImportOutcome

  private static let maxValues = 5

  func write(isDryRun: Bool, to html: inout HTMLWriter) {
    let report = outcome.report
    if report.isInterrupted {
      html.element(
        .p,
        text: "The import was stopped before it finished. The rows stored until then are kept. "
          + "Repeat the same import to store the rest.")
    }
    html.element(.p, text: isDryRun ? "This would change:" : "This changed:")
    let counts = report.counts
    let lines: [(Int, String)] = [
      (counts.added, "added"), (counts.updated, "updated"), (counts.unchanged, "unchanged"),
      (report.waiting, "waiting"), (counts.rejected, "rejected"),
      (counts.leftOut, "stored without an invalid value"), (counts.keptYours, "with your edits kept"),
      (counts.otherReadings, "with more complete readings in another source"),
      (outcome.table.rows, "skipped because they are not books of yours, such as films"),
    ]
    html.element(.ul, .id("report")) { html in
      for (index, line) in lines.enumerated() where index < 3 || line.0 > 0 {
        html.element(.li, text: "\(line.0.grouped) \(line.1)")
      }
    }
    if let reason = report.waitingReason {
      html.element(.p, text: "Rows without a title are waiting: \(reason).")
    }
    for note in outcome.notes { html.element(.p, text: note) }
    if let mixture = outcome.table.mixture {
      html.element(
        .p,
        text: "\(mixture.rows.counted("row")) were read as \(mixture.encoding), the others as \(mixture.others).")
    }
    columns(&html)
    rows("Rejected rows", outcome.rejected, of: counts.rejected, &html)
    rows("Rows to check", outcome.doubtful, of: nil, &html)
  }

  private func columns(_ html: inout HTMLWriter) {
    let table = outcome.table
    let became = table.became.filter { BookField(named: $0.column).map(TableReport.Target.field) != $0.target }
    if !became.isEmpty {
      html.element(.h2, text: "Columns")
      html.element(.dl, .classes("fields")) { html in
        for column in became {
          html.element(.dt, text: column.column)
          html.element(.dd, text: "stored as \(Self.words(of: column.target)): \(Self.counts(of: column))")
        }
      }
    }
    guard !table.columns.isEmpty else { return }
    html.element(.h2, text: "Ignored columns")
    html.element(.dl, .classes("fields")) { html in
      for column in table.columns {
        html.element(.dt, text: column.name)
        html.element(.dd, text: "\(column.cells.counted("value")), such as “\(column.example)”")
      }
    }
  }

  private func rows(
    _ title: String, _ rows: [ImportOutcome.NotedRow], of count: Int?, _ html: inout HTMLWriter
  ) {
    guard !rows.isEmpty else { return }
    html.element(.h2, text: title)
    html.element(.dl, .classes("fields")) { html in
      for row in rows {
        html.element(.dt, text: "row \(row.number.grouped)")
        html.element(.dd, text: row.reason)
      }
    }
    if let count, count > rows.count { html.element(.p, text: "and \((count - rows.count).grouped) more") }
  }

  private static func words(of target: TableReport.Target) -> String {
    if case .field(let field) = target { field.words } else { target.name }
  }

  private static func counts(of column: TableReport.Became) -> String {
    if column.values.isEmpty { return column.cells.counted("value") }
    let shown = column.values.prefix(maxValues).map { "\($0.text) \($0.count.grouped)" }
    let more = column.values.count - shown.count
    return (shown + (more > 0 ? ["\(more.grouped) more"] : [])).joined(separator: ", ")
  }
}
