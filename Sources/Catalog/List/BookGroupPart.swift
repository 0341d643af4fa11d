/// The books in one group of a grouping, such as the books by one author, or the books without a value.
package struct BookGroupPart: Hashable, Sendable {
  package let grouping: BookGrouping
  /// The author, series, tag, year or language code of the group; `nil` for the books without a value.
  package let label: String?

  /// Creates the part for a group.
  package init(grouping: BookGrouping, label: String?) { (self.grouping, self.label) = (grouping, label) }

  /// The books in the group, as a selection for lists.
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

  /// The SQL condition for the books in the group. Used if the grouping has no table of its own.
  private var filter: BookFilter {
    guard let label else {
      let condition =
        switch grouping {
        case .author: "author_key IS NULL"
        case .series: "series IS NULL"
        case .tag: "tags = ''"
        case .year: "work_year IS NULL"
        case .language: "language IS NULL"
        }
      return BookFilter(condition: condition, values: [])
    }
    switch grouping {
    case .series:
      // In a stored key, the name of the series may be followed by a volume number.
      let key = SortKey.series(label, number: nil)
      return BookFilter(
        condition: "series_key >= ? AND series_key < ? AND series = ?",
        values: [.text(key), .text(key + "\u{2}"), .text(label)])
    case .year:
      guard let year = Int(label) else { return .none }
      let dates = PartialDate.encodedYears(year)
      return BookFilter(
        condition: "work_year >= ? AND work_year < ?",
        values: [.integer(dates.lowerBound), .integer(dates.upperBound)])
    case .language: return BookFilter(condition: "language = ?", values: [.text(label)])
    case .author, .tag: return .none
    }
  }
}

extension BookSelection {
  /// Returns a selection of the books that are in both selections.
  func intersection(_ other: BookSelection) -> BookSelection {
    if isEverything { return other }
    if other.isEverything { return self }
    let (one, another) = (contains, other.contains)
    return BookSelection(indexed: .all([indexed, other.indexed])) { try one($0) && another($0) }
  }
}

extension BookGrouping {
  /// Returns the labels of the groups that contain a book. Empty if the book has no value in the field.
  func labels(of book: Book) -> [String] {
    switch self {
    case .author: book.authors
    case .series: book.series.map { [$0] } ?? []
    case .tag: book.tags
    case .year: book.year.map { [String($0)] } ?? []
    case .language: book.language.map { [$0] } ?? []
    }
  }

  /// True if books without a value are in a group of their own. Books without a series or without tags are in no group.
  var hasUnknown: Bool { self != .series && self != .tag }

  /// Returns the key by which a group is sorted. Groups with the same key are ordered by label.
  func key(of label: String) -> GroupKey {
    switch self {
    case .author: GroupKey(text: SortKey.author(label))
    case .series: GroupKey(text: SortKey.series(label, number: nil))
    case .year: GroupKey(number: Int(label) ?? 0)
    case .tag, .language:
      // Only ASCII letters are folded, as in SQLite's `lower()`.
      GroupKey(
        text: String(
          decoding: label.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 },
          as: UTF8.self))
    }
  }
}

/// The key by which a group is sorted: a number, or a text that is compared byte by byte.
struct GroupKey: Comparable {
  var number = 0
  var text = ""

  static func < (one: GroupKey, other: GroupKey) -> Bool {
    one.number != other.number
      ? one.number < other.number : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}
