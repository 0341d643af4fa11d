import FoundationEssentials

/// A disagreement between a source and the user, which the user can resolve. A conflict is not an event but a state of
/// the catalog. It exists as long as the two sides differ. It disappears when they agree again, or when the user
/// resolves it through ``CatalogTransaction``.
public struct Conflict: Sendable, Hashable, Identifiable {
  /// The cause of a conflict.
  public enum Kind: Sendable, Hashable {
    /// The source's value has changed since the user's edit, to a value other than the user's.
    ///
    /// - Parameters:
    ///   - field: The field in conflict.
    ///   - base: The source's value at the time of the user's edit.
    ///   - theirs: The source's current value.
    ///   - mine: The user's value, which is shown.
    ///   - at: The time of the user's edit.
    case field(BookField, base: FieldValue?, theirs: FieldValue?, mine: FieldValue?, at: Date)
    /// No source has the book any more. The book is kept because the user has changed or marked it.
    ///
    /// - Parameters:
    ///   - source: The name of the last source that had the book.
    ///   - since: The time at which the catalog found that the source no longer had the book.
    case removal(source: String, since: Date)
  }

  /// The id of the book.
  public let book: Book.ID
  /// The book's shown title.
  public let title: String
  /// The cause of the conflict.
  public package(set) var kind: Kind

  /// The identity of a conflict, which consists of its book and its subject.
  public struct ID: Hashable, Sendable {
    let book: Book.ID
    let subject: ConflictSubject
  }

  /// The identity of the conflict, which consists of its book and its subject.
  public var id: ID { ID(book: book, subject: subject) }

  /// The subject that identifies the conflict within its book.
  public var subject: ConflictSubject {
    switch kind {
    case .field(let field, _, _, _, _): .field(field)
    case .removal: .removal
    }
  }
}

/// The subject of a conflict. A book has at most one conflict about each subject.
public enum ConflictSubject: Sendable, Hashable {
  /// The value of a field.
  case field(BookField)
  /// The removal of the book by all its sources.
  case removal
}

/// The side that prevails when a conflict is resolved.
public enum ConflictSide: String, Sendable, CaseIterable {
  /// The user's side. The shown value stays. In a conflict about a removal, the book stays as a local book.
  case mine
  /// The source's side. The user's edit is dropped. In a conflict about a removal, the book is hidden.
  case theirs
}

/// The user's resolution of a conflict.
public enum ConflictResolution: Sendable, Hashable {
  /// One of the two sides prevails.
  case side(ConflictSide)
  /// A new value for the field; `nil` clears the field. Not valid for a removal.
  case value(FieldValue?)

  /// The user's side prevails.
  public static var mine: ConflictResolution { .side(.mine) }
  /// The source's side prevails.
  public static var theirs: ConflictResolution { .side(.theirs) }
}
