import FoundationEssentials

/// A disagreement between a source and the user, which the user can resolve. A conflict is not an event but a state of
/// the catalog. It exists as long as the two sides differ. It disappears when they agree again, or when the user
/// resolves it through ``CatalogTransaction``.
public struct Conflict: Sendable, Hashable, Identifiable {
  /// The kind of a conflict.
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
  /// The kind of the conflict.
  public package(set) var kind: Kind

  /// The identity of a conflict: its book and its subject.
  public struct ID: Hashable, Sendable {
    let book: Book.ID
    let subject: ConflictSubject
  }

  /// The book and the subject of the conflict.
  public var id: ID { ID(book: book, subject: subject) }

  /// The subject that identifies the conflict within its book.
  public var subject: ConflictSubject {
    switch kind {
    case .field(let field, _, _, _, _): .field(field)
    case .removal: .removal
    }
  }
}

/// The subject of a conflict. Together with the book's id it identifies the conflict.
public enum ConflictSubject: Sendable, Hashable {
  /// A bibliographic field.
  case field(BookField)
  /// The removal of the book by all its sources.
  case removal
}

/// The side that prevails when a conflict is resolved.
public enum ConflictSide: String, Sendable, CaseIterable {
  /// The user's side: the shown value stays. A book that its sources no longer have becomes a local book.
  case mine
  /// The source's side: the user's edit is dropped. A book that its sources no longer have is hidden.
  case theirs
}

/// The user's resolution of a conflict.
public enum ConflictResolution: Sendable, Hashable {
  /// One of the two sides prevails.
  case side(ConflictSide)
  /// The field gets this value instead; `nil` clears it. Not valid for a removal.
  case value(FieldValue?)

  /// The user's side prevails.
  public static var mine: ConflictResolution { .side(.mine) }
  /// The source's side prevails.
  public static var theirs: ConflictResolution { .side(.theirs) }
}
