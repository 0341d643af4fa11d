import CatalogSources
import CommandLineKit

/// How a command lists rows that it reads page by page: as a table, or as an array of JSON.
struct Listing<Row> {
  let columns: [TableColumn]
  let cells: (Row) -> [TableCell]
  /// Writes the value of a row.
  let json: (Row, inout JSONWriter) -> Void

  /// Prints all rows, through the pager where there is one.
  ///
  /// - Parameter page: the rows behind one, or the first ones; an empty page ends the list.
  /// - Returns: how many rows there are, and the first of them.
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
