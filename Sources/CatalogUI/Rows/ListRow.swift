import Catalog

/// A row of a list that shows more than books. An ``ItemList`` of them holds several kinds in one list.
public enum ListRow<Own: Identifiable & Equatable>: Identifiable, Equatable {
  /// A book.
  case book(Book)
  /// The head of the rows that follow.
  case header(SectionHeader)
  /// Something that is said among the rows.
  case notice(ListNotice)
  /// A row of whoever embeds the list.
  case own(Own)

  /// Rows of different kinds are different ones, whatever their ids.
  public enum ID: Hashable {
    /// The book with an id.
    case book(Book.ID)
    /// The header with an id.
    case header(String)
    /// The notice with an id.
    case notice(String)
    /// The embedder's row with an id.
    case own(Own.ID)
  }

  /// The name among the rows of a list, of whichever kind.
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

/// A row type for lists without rows of their own: there is none of it.
public enum NoOwnRow: Identifiable, Equatable, Sendable {
  /// Never read.
  public var id: Never { switch self {} }
}

/// The head of some rows that belong together.
public struct SectionHeader: Identifiable, Hashable, Sendable {
  /// The name among the list's headers.
  public let id: String
  /// The text of the header.
  public let title: String
  /// The number of rows that follow and belong to it; `nil` when that is not known.
  public let count: Int?

  /// A header of its parts, each described at the property of the same name.
  public init(id: String, title: String, count: Int? = nil) { (self.id, self.title, self.count) = (id, title, count) }
}

/// Something that is said among the rows: a source that does not answer, conflicts to decide.
public struct ListNotice: Identifiable, Hashable, Sendable {
  /// The weight of a notice.
  public enum Level: Sendable {
    /// Good to know.
    case information
    /// Something may have to be done.
    case warning
    /// Something went wrong.
    case failure
  }

  /// The name among the list's notices: a later one with the same id takes its place.
  public let id: String
  /// The severity.
  public let level: Level
  /// The text, for people.
  public let text: String

  /// A notice of its parts, each described at the property of the same name.
  public init(id: String, level: Level = .information, text: String) {
    (self.id, self.level, self.text) = (id, level, text)
  }
}

extension ListRow {
  /// Divides books into sections: a header stands before each run of books with one title.
  ///
  /// - Parameters:
  ///   - books: in the order of the list.
  ///   - title: the title of the section that a book is in.
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
      // A title may come again further down.
      let number = seen[run.title, default: 0]
      seen[run.title] = number + 1
      let id = number == 0 ? run.title : "\(run.title)\u{1F}\(number)"
      rows.append(.header(SectionHeader(id: id, title: run.title, count: run.books.count)))
      rows += run.books.map(ListRow.book)
    }
    return rows
  }
}
