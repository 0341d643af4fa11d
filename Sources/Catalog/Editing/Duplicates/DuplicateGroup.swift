/// Shown books that look like one book, for the user to merge, or to say that they are not.
public struct DuplicateGroup: Sendable, Hashable, Identifiable {
  /// How certain it is that they are one.
  public enum Grade: String, Sendable, CaseIterable, Comparable {
    /// They are one: nothing that two of them say says otherwise.
    case sure
    /// They probably are: what is written otherwise may mean another book, or they contradict each other in something.
    case likely
    /// One work, and other editions of it, which are books of their own: with other ISBNs, in other languages or formats.
    case edition

    /// The surer one is less.
    public static func < (one: Grade, other: Grade) -> Bool { one.order < other.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The reason why books look like one.
  public enum Reason: Sendable, Hashable {
    /// All of them have this ISBN.
    case isbn(ISBN)
    /// All of them have this identifier, which names one edition, such as the number at Goodreads.
    case identifier(BookIdentifier)
    /// They have the same title and authors, case and accents aside.
    case titleAndAuthors
    /// Their titles and authors may be the same, written otherwise: see ``Difference``. A book that would fit two others
    /// that are not one work is in no such group.
    case alike
  }

  /// What two books of a group say otherwise.
  public enum Difference: String, Sendable, CaseIterable {
    // Written otherwise.
    case punctuation, article, series, subtitle, authorOrder, nameOrder, initials, givenNames, someAuthors
    /// One names no author.
    case noAuthors
    /// One has a number in the series that is called like the book.
    case volumeNumber
    // What contradicts.
    case titles, authors, volumes, isbns, identifiers, languages, formats, years, publishers, pages
  }

  /// How certain it is.
  public let grade: Grade
  /// The reason why they look like one book.
  public let reason: Reason
  /// What some of them say otherwise all the same, in the order of ``Difference``.
  public let differences: [Difference]
  /// Their ids, at least two, in ascending order.
  public let books: [Book.ID]

  init(_ grade: Grade, _ reason: Reason, _ differences: Set<Difference> = [], books: [Book.ID]) {
    (self.grade, self.reason, self.books) = (grade, reason, books)
    self.differences = Difference.allCases.filter(differences.contains)
  }

  /// The ids of the books: no other group has the same ones.
  public var id: [Book.ID] { books }
}

extension DuplicateGroup {
  /// Why they look like one, and what differs, in one line for people: “same title and authors, apart from initials; but
  /// other years”.
  public var words: String {
    // That there are no authors to compare says the base.
    let written = Self.listed(differences.filter { !$0.contradicts && $0 != .noAuthors })
    let others = Self.listed(differences.filter(\.contradicts))
    return base + (written.map { ", apart from \($0)" } ?? "") + (others.map { "; but other \($0)" } ?? "")
  }

  private var base: String {
    switch reason {
    case .isbn(let isbn): "same ISBN \(isbn.digits)"
    case .identifier(let identifier): "same \(identifier.type) \(identifier.value)"
    case .titleAndAuthors, .alike:
      differences.contains(.noAuthors) ? "same title, without authors" : "same title and authors"
    }
  }

  /// “a subtitle, initials and pages”; `nil` of none.
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
    case .someAuthors: "further authors"
    case .noAuthors: "missing authors"
    case .volumeNumber: "a volume's number"
    case .titles, .authors, .volumes, .identifiers, .languages, .formats, .years, .publishers, .pages: rawValue
    case .isbns: "ISBNs"
    }
  }
}

extension [DuplicateGroup] {
  /// The surest in front, and each grade as it was found.
  package var surestFirst: [DuplicateGroup] {
    DuplicateGroup.Grade.allCases.flatMap { grade in filter { $0.grade == grade } }
  }
}
