/// A group of shown books that look like duplicates, for the user to merge or to mark as different.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
  /// The certainty that the books are the same.
  public enum Grade: String, Sendable, CaseIterable, Comparable {
    /// The books are the same. No two of them contradict each other.
    case sure
    /// The books are probably the same, but differences in spelling leave some doubt, or some of their properties
    /// contradict each other.
    case likely
    /// The books are different editions of one work, with different ISBNs, languages or formats.
    case edition

    /// Compares two grades. The more certain grade comes first.
    public static func < (one: Grade, other: Grade) -> Bool { one.order < other.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The reason why books look like duplicates.
  public enum Reason: Sendable, Hashable {
    /// All books have this ISBN.
    case isbn(ISBN)
    /// All books have this identifier of one edition, such as a Goodreads number.
    case identifier(BookIdentifier)
    /// All books have the same title and authors, ignoring case and accents.
    case titleAndAuthors
    /// The books' titles and authors may be different spellings of the same title and authors; see ``Difference``. A
    /// book that matches two different works is in no group.
    case alike
  }

  /// A difference between two books of a group.
  public enum Difference: String, Sendable, CaseIterable {
    // Differences in spelling.
    case punctuation, article, series, subtitle, authorOrder, nameOrder, initials, givenNames, someAuthors
    /// One of the books has no authors.
    case noAuthors
    /// Only one of the books has a volume number, in a series that has the same name as the book.
    case volumeNumber
    // Contradictions.
    case titles, authors, volumes, isbns, identifiers, languages, formats, years, publishers, pages
  }

  /// The certainty that the books are the same.
  public let grade: Grade
  /// The reason why the books look like duplicates.
  public let reason: Reason
  /// The differences between some of the books, in the order of ``Difference``.
  public let differences: [Difference]
  /// The ids of the books in ascending order. There are at least two.
  public let books: [Book.ID]

  init(_ grade: Grade, _ reason: Reason, _ differences: Set<Difference> = [], books: [Book.ID]) {
    (self.grade, self.reason, self.books) = (grade, reason, books)
    self.differences = Difference.allCases.filter(differences.contains)
  }

  /// The identity of the group, which consists of the ids of its books.
  public var id: [Book.ID] { books }
}

extension DuplicateGroup {
  /// A one-line explanation for people, with the reason and the differences, such as “same title and authors,
  /// except for initials; different years”.
  public var words: String {
    // The base of the text already mentions missing authors.
    let written = Self.listed(differences.filter { !$0.contradicts && $0 != .noAuthors })
    let others = Self.listed(differences.filter(\.contradicts))
    return base + (written.map { ", except for \($0)" } ?? "") + (others.map { "; different \($0)" } ?? "")
  }

  private var base: String {
    switch reason {
    case .isbn(let isbn): "same ISBN \(isbn.digits)"
    case .identifier(let identifier): "same \(identifier.type) \(identifier.value)"
    case .titleAndAuthors, .alike:
      differences.contains(.noAuthors) ? "same title, missing authors" : "same title and authors"
    }
  }

  /// Returns a list such as “a subtitle, initials and pages”; `nil` if there are no differences.
  private static func listed(_ differences: [Difference]) -> String? {
    guard let last = differences.last?.words else { return nil }
    let others = differences.dropLast().map(\.words).joined(separator: ", ")
    return others.isEmpty ? last : "\(others) and \(last)"
  }
}

extension DuplicateGroup.Difference {
  fileprivate var contradicts: Bool {
    switch self {
    case .titles, .authors, .volumes, .isbns, .identifiers, .languages, .formats, .years, .publishers, .pages: true
    default: false
    }
  }

  fileprivate var words: String {
    switch self {
    case .punctuation: "punctuation"
    case .article: "an article"
    case .series: "a series in the title"
    case .subtitle: "a subtitle"
    case .authorOrder: "the order of authors"
    case .nameOrder: "the order of a name"
    case .initials: "initials"
    case .givenNames: "given names"
    case .someAuthors: "additional authors"
    case .noAuthors: "missing authors"
    case .volumeNumber: "a volume's number"
    case .titles, .authors, .volumes, .identifiers, .languages, .formats, .years, .publishers, .pages: rawValue
    case .isbns: "ISBNs"
    }
  }
}

extension [DuplicateGroup] {
  /// The groups in order of certainty, most certain first. The order within each grade stays the same.
  package var surestFirst: [DuplicateGroup] {
    DuplicateGroup.Grade.allCases.flatMap { grade in filter { $0.grade == grade } }
  }
}
