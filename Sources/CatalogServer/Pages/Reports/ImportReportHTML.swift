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
      html.element(.p, text: Texts.ImportReports.wasStopped)
    }
    html.element(.p, text: isDryRun ? Texts.ImportReports.wouldChange : Texts.ImportReports.changed)
    let counts = report.counts
    let lines: [(Int, (Int) -> String)] = [
      (counts.added, Texts.ImportReports.added), (counts.updated, Texts.ImportReports.updated),
      (counts.unchanged, Texts.ImportReports.unchanged), (report.waiting, Texts.ImportReports.waiting),
      (counts.rejected, Texts.ImportReports.rejected), (counts.leftOut, Texts.ImportReports.leftOut),
      (counts.keptYours, Texts.ImportReports.keptYours), (counts.otherReadings, Texts.ImportReports.otherReadings),
      (outcome.table.rows, Texts.ImportReports.skipped),
    ]
    html.element(.ul, .id("report")) { html in
      for (index, line) in lines.enumerated() where index < 3 || line.0 > 0 {
        html.element(.li, text: line.1(line.0))
      }
    }
    if let reason = report.waitingReason {
      html.element(.p, text: Texts.ImportReports.waiting(because: reason))
    }
    for note in outcome.notes { html.element(.p, text: note) }
    if let mixture = outcome.table.mixture {
      html.element(
        .p,
        text: Texts.ImportReports.mixture(
          mixture.rows, encoding: "\(mixture.encoding)", others: "\(mixture.others)"))
    }
    columns(&html)
    rows(Texts.ImportReports.rejectedRows, outcome.rejected, of: counts.rejected, &html)
    rows(Texts.ImportReports.rowsToCheck, outcome.doubtful, of: nil, &html)
  }

  private func columns(_ html: inout HTMLWriter) {
    let table = outcome.table
    let became = table.became.filter { BookField(named: $0.column).map(TableReport.Target.field) != $0.target }
    if !became.isEmpty {
      html.element(.h2, text: Texts.ImportReports.columns)
      html.element(.dl, .classes("fields")) { html in
        for column in became {
          html.element(.dt, text: column.column)
          html.element(
            .dd, text: Texts.ImportReports.stored(as: Self.words(of: column.target), Self.counts(of: column)))
        }
      }
    }
    guard !table.columns.isEmpty else { return }
    html.element(.h2, text: Texts.ImportReports.ignoredColumns)
    html.element(.dl, .classes("fields")) { html in
      for column in table.columns {
        html.element(.dt, text: column.name)
        html.element(.dd, text: Texts.ImportReports.ignored(column.cells, example: column.example))
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
        html.element(.dt, text: Texts.ImportReports.row(row.number))
        html.element(.dd, text: row.reason)
      }
    }
    if let count, count > rows.count { html.element(.p, text: Texts.ImportReports.moreRows(count - rows.count)) }
  }

  private static func words(of target: TableReport.Target) -> String {
    if case .field(let field) = target { field.words } else { target.name }
  }

  private static func counts(of column: TableReport.Became) -> String {
    if column.values.isEmpty { return Texts.values(column.cells) }
    let shown = column.values.prefix(maxValues).map { "\($0.text) \($0.count.grouped)" }
    let more = column.values.count - shown.count
    return (shown + (more > 0 ? [Texts.ImportReports.moreValues(more)] : [])).joined(separator: ", ")
  }
}
