/// A part of a hierarchy: the books with one author, of one series, …; or those of which that is not known.
package struct BookGroupPart: Hashable, Sendable {
  package let grouping: BookGrouping
  /// The author, the series, …; `nil` for the books of which it is not known.
  package let label: String?

  /// A part of its label.
  package init(grouping: BookGrouping, label: String?) { (self.grouping, self.label) = (grouping, label) }

  /// Its books, as lists read them.
  var selection: BookSelection {
    let (grouping, label) = (grouping, label)
    return BookSelection(indexed: .rows(rows)) { book in
      let labels = grouping.labels(of: book)
      return label == nil ? labels.isEmpty : labels.contains { $0 == label }
    }
  }

  private var rows: IndexedBooks.Rows {
    switch (grouping, label) {
    case (.author, let label?):
      .init(
        of: "book_author", where: "author_key = ? AND author = ?", [.text(SortKey.author(label)), .text(label)])
    case (.tag, let label?): .init(of: "book_tag", where: "tag = ?", [.text(label)])
    default: .init(filter)
    }
  }

  /// What finds its books where no table has them under their label.
  private var filter: BookFilter {
    guard let label else {
      let condition =
        switch grouping {
        case .author: "author_key IS NULL"
        case .series: "series IS NULL"
        case .tag: "tags = ''"
        case .year: "published IS NULL"
        case .language: "language IS NULL"
        }
      return BookFilter(condition: condition, values: [])
    }
    switch grouping {
    case .series:
      // Behind the series' own part of the key stands the number, if there is one.
      let key = SortKey.series(label, number: nil)
      return BookFilter(
        condition: "series_key >= ? AND series_key < ? AND series = ?",
        values: [.text(key), .text(key + "\u{2}"), .text(label)])
    case .year:
      guard let year = Int(label) else { return .none }
      let dates = PartialDate.encodedYears(year)
      return BookFilter(
        condition: "published >= ? AND published < ?",
        values: [.integer(dates.lowerBound), .integer(dates.upperBound)])
    case .language: return BookFilter(condition: "language = ?", values: [.text(label)])
    case .author, .tag: return .none
    }
  }
}

extension BookSelection {
  /// The books of both.
  func intersection(_ other: BookSelection) -> BookSelection {
    if isEverything { return other }
    if other.isEverything { return self }
    let (one, another) = (contains, other.contains)
    return BookSelection(indexed: .all([indexed, other.indexed])) { try one($0) && another($0) }
  }
}

extension BookGrouping {
  /// The groups that a book stands in; none where what they are of is not known.
  func labels(of book: Book) -> [String] {
    switch self {
    case .author: book.authors
    case .series: book.series.map { [$0] } ?? []
    case .tag: book.tags
    case .year: book.published.map { [String($0.year)] } ?? []
    case .language: book.language.map { [$0] } ?? []
    }
  }

  /// Whether books of which it is not known are a group of their own. Those without a series, or a tag, are in none.
  var hasUnknown: Bool { self != .series && self != .tag }

  /// By what groups are ordered; then by their labels.
  func key(of label: String) -> GroupKey {
    switch self {
    case .author: GroupKey(text: SortKey.author(label))
    case .series: GroupKey(text: SortKey.series(label, number: nil))
    case .year: GroupKey(number: Int(label) ?? 0)
    case .tag, .language:
      // As SQLite's lower(): the letters of ASCII only.
      GroupKey(
        text: String(
          decoding: label.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 },
          as: UTF8.self))
    }
  }
}

/// By what groups are ordered: a number, or a text by its bytes.
struct GroupKey: Comparable {
  var number = 0
  var text = ""

  static func < (one: GroupKey, other: GroupKey) -> Bool {
    one.number != other.number
      ? one.number < other.number : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
