import Catalog
import CatalogSources

/// The result of an import or of its dry run as JSON; see `import --json` in docs/json.md.
package enum ImportJSON {
  /// The maximum number of values to list for one column.
  private static let maxValues = 100

  /// Writes the result.
  ///
  /// - Parameters:
  ///   - report: The results for the rows.
  ///   - table: The results for the columns.
  package static func write(_ report: ImportReport, _ table: TableReport, to json: inout JSONWriter) {
    json.object { json in
      json.member("source", report.source)
      let counts = report.counts
      json.member("added", counts.added)
      json.member("updated", counts.updated)
      json.member("unchanged", counts.unchanged)
      json.member("rejected", counts.rejected)
      json.member("leftOut", counts.leftOut)
      json.member("keptYours", counts.keptYours)
      json.member("otherReadings", counts.otherReadings)
      json.member("waiting", report.waiting)
      write(table, to: &json)
    }
  }

  private static func write(_ table: TableReport, to json: inout JSONWriter) {
    json.member("passedOver", table.rows)
    if let mixture = table.mixture {
      json.object("encodings") { json in
        json.member("rows", mixture.rows)
        json.member("encoding", mixture.encoding)
        json.member("others", mixture.others)
      }
    }
    json.array("became") { json in
      for column in table.became {
        json.object { json in
          json.member("column", column.column)
          json.member("field", column.target.name)
          json.member("cells", column.cells)
          json.object("values") { json in
            for value in column.values.prefix(maxValues) { json.member(value.text, value.count) }
          }
        }
      }
    }
    json.key("repeated")
    json.strings(table.repeated)
    json.array("notKept") { json in
      for column in table.columns {
        json.object { json in
          json.member("column", column.name)
          json.member("cells", column.cells)
          json.member("example", column.example)
        }
      }
    }
  }
}
