/// The people to whom a catalog is shown, and what they may see of it.
///
/// An audience has three parts: the person whose personal values are shown, the fields that are shown, and the books
/// that are shown.
///
/// ```swift
/// let visitors = Audience(fields: .publicOnly, books: .found(by: "-tag:private"))
/// let anna = Audience(person: "Anna", fields: .ownWords)
/// ```
public struct Audience: Sendable, Hashable {
  /// The fields that an audience may see.
  public enum Fields: Sendable, Hashable {
    /// All fields.
    case everything
    /// The public fields, and the notes and reviews of the person whose values are shown.
    case ownWords
    /// The public fields. Notes, reviews, copies, attachments, custom fields, paths of files, and addresses that may
    /// contain credentials are private.
    case publicOnly
  }

  /// The books that an audience may see. Nothing is revealed about other books, not even that they exist.
  public enum Books: Sendable, Hashable {
    /// All books.
    case all
    /// The books that a query of the owner finds. The query may use data that the audience may not see.
    case found(by: BookQuery)
    /// No books.
    case none
  }

  /// The name of the person whose read states, reading dates, ratings, reviews and notes are shown, or `nil` for the
  /// owner's.
  public var person: String?
  /// The fields that are shown.
  public var fields: Fields
  /// The books that are shown.
  public var books: Books

  /// Creates an audience. The defaults describe the owner of the catalog, who may see everything.
  public init(person: String? = nil, fields: Fields = .everything, books: Books = .all) {
    (self.person, self.fields, self.books) = (person, fields, books)
  }

  /// The owner of the catalog, who may see everything.
  public static let owner = Audience()

  /// True if all fields of all books are shown.
  public var seesEverything: Bool { fields == .everything && books == .all }
}
