import CatalogSources
import CommandLineKit

/// A printer for rows that are read page by page, as a table or as a JSON array.
struct Listing<Row> {
  let columns: [TableColumn]
  let cells: (Row) -> [TableCell]
  /// A closure that writes the JSON value of a row.
  let json: (Row, inout JSONWriter) -> Void

  /// Prints all rows, through the pager if there is one.
  ///
  /// - Parameter page: A closure that returns the next page, given the last row of the previous page (`nil` for the
  ///   first page). An empty page ends the list.
  /// - Returns: The number of rows, and the first row.
  func print(
    asJSON isJSON: Bool, to console: Console, page: (Row?) throws -> [Row]
  ) throws -> (count: Int, first: Row?) {
    var (count, first) = (0, Row?.none)
    try console.paged { stream in
      var array = isJSON ? JSONArrayPrinter(console: console, stream: stream) : nil
      var table = isJSON ? nil : TableWriter(columns: columns, stream: stream, settings: console.outputSettings)
      var last: Row?
      while case let rows = try page(last), let end = rows.last {
        for row in rows {
          try array?.print { json(row, &$0) }
          try table?.write(cells(row))
        }
        (count, first, last) = (count + rows.count, first ?? rows.first, end)
      }
      try table?.finish()
      try array?.finish()
    }
    return (count, first)
  }
}
