import Catalog

/// A row of a list that contains other rows in addition to books. It allows an ``ItemList`` to contain rows of several
/// kinds.
///
/// ```swift
/// switch row {
/// case .header(let header): Text(header.title)
/// case .notice(let notice): Text(notice.text)
/// case .book(let book): Text(book.title)
/// case .own(let advert): AdvertView(advert)
/// }
/// ```
public enum ListRow<Own: Identifiable & Equatable>: Identifiable, Equatable {
  /// A row that shows a book.
  case book(Book)
  /// A header for the rows that follow.
  case header(SectionHeader)
  /// A notice between the rows.
  case notice(ListNotice)
  /// A row of a type that the app defines.
  case own(Own)

  /// The identity of a row. Rows of different kinds are never identical, even if their ids are equal.
  public enum ID: Hashable {
    /// A book, identified by its id.
    case book(Book.ID)
    /// A header, identified by its id.
    case header(String)
    /// A notice, identified by its id.
    case notice(String)
    /// A row of the app's own type, identified by its id.
    case own(Own.ID)
  }

  /// The identity of the row, which is unique among rows of all kinds.
  public var id: ID {
    switch self {
    case .book(let book): .book(book.id)
    case .header(let header): .header(header.id)
    case .notice(let notice): .notice(notice.id)
    case .own(let row): .own(row.id)
    }
  }
}

extension ListRow: Sendable where Own: Sendable {}
extension ListRow.ID: Sendable where Own.ID: Sendable {}

/// A row type without any values, for lists in which the app has no rows of its own.
public enum NoOwnRow: Identifiable, Equatable, Sendable {
  /// Never called, because the type has no values.
  public var id: Never { switch self {} }
}

/// The header of a section of rows.
public struct SectionHeader: Identifiable, Hashable, Sendable {
  /// The id of the header, unique among the headers of a list.
  public let id: String
  /// The text of the header.
  public let title: String
  /// The number of rows in the section; `nil` if it is not known.
  public let count: Int?

  /// Creates a section header.
  public init(id: String, title: String, count: Int? = nil) { (self.id, self.title, self.count) = (id, title, count) }
}

/// A notice between the rows of a list. For example, it reports that a source does not respond or that conflicts need a
/// decision.
///
/// ```swift
/// list.append([.notice(ListNotice(id: "end", text: "No more results"))])
/// ```
public struct ListNotice: Identifiable, Hashable, Sendable {
  /// The severity of a notice.
  public enum Level: Sendable {
    /// Information that needs no action.
    case information
    /// A problem that may need action.
    case warning
    /// A failed operation.
    case failure
  }

  /// The id of the notice, unique among the notices of a list. A later notice with the same id replaces it.
  public let id: String
  /// The severity.
  public let level: Level
  /// The text to show to the user.
  public let text: String

  /// Creates a notice.
  public init(id: String, level: Level = .information, text: String) {
    (self.id, self.level, self.text) = (id, level, text)
  }
}

extension ListRow {
  /// Divides books into sections. Consecutive books with the same section title form a section, which begins with a
  /// header.
  ///
  /// ```swift
  /// let list = ItemList(ListRow<NoOwnRow>.sections(books) { $0.authors.first ?? "Unknown author" })
  /// ```
  ///
  /// - Parameters:
  ///   - books: The books, in the order of the list.
  ///   - title: A function that returns the title of the section that a book belongs to.
  public static func sections(_ books: [Book], by title: (Book) -> String) -> [ListRow] {
    var rows: [ListRow] = []
    var runs: [(title: String, books: [Book])] = []
    for book in books {
      let title = title(book)
      if runs.last?.title != title { runs.append((title, [])) }
      runs[runs.count - 1].books.append(book)
    }
    var seen: [String: Int] = [:]
    for run in runs {
      // A later part of the list may repeat the title.
      let number = seen[run.title, default: 0]
      seen[run.title] = number + 1
      let id = number == 0 ? run.title : "\(run.title)\u{1F}\(number)"
      rows.append(.header(SectionHeader(id: id, title: run.title, count: run.books.count)))
      rows += run.books.map(ListRow.book)
    }
    return rows
  }
}
