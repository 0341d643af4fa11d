import Bitmaps
import CatalogDatabase

// Groups of the books in a selection, for menus.
extension GroupKeys {
  /// Returns the groups by author, series or tag of the books in a selection, with exact counts. It scans the groups of
  /// all books, even for a small selection. With a million books, this takes a few tenths of a second.
  static func all(
    by grouping: BookGrouping, of selection: BookSelection, _ connection: Connection
  ) throws -> GroupKeys {
    let books = try IndexedBooksReader(PostingReader(connection: connection))
      .all(selection, pending: DerivedPending(connection: connection).books())
    var counts: [String: Int] = [:]
    var labels: [String: [String]] = [:]
    try connection.statement(Self.rows(of: grouping)).forEachRow { row in
      guard books.contains(row.integer(0)) else { return }
      let label = row.text(1)
      let count = counts[label, default: 0]
      counts[label] = count + 1
      if count == 0 { labels[grouping.key(of: label).text, default: []].append(label) }
    }
    let sorted = labels.mapValues { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
    return listed(sorted) { counts[$0] }
  }

  /// Returns SQL that selects shown books and their groups, one row for each combination of a book's id and a group.
  private static func rows(of grouping: BookGrouping) -> String {
    switch grouping {
    case .author: "SELECT book_id, author FROM book_author"
    case .tag: "SELECT book_id, tag FROM book_tag"
    case .series: "SELECT id, series FROM book WHERE hidden = 0 AND series IS NOT NULL"
    case .year, .language: "SELECT id, NULL FROM book WHERE 0"
    }
  }
}
