import FoundationEssentials

/// Something that sources and the user say differently, and that the user may decide. It is no event but a state of the
/// catalog: it is there while the two differ, and gone when they agree again or ``CatalogTransaction`` resolves it.
public struct Conflict: Sendable, Hashable, Identifiable {
  /// The contradiction: of a field's value, or whether there is the book.
  public enum Kind: Sendable, Hashable {
    /// The source has moved to something that is neither its value when the user edited nor the user's.
    ///
    /// - Parameters:
    ///   - field: the field in conflict.
    ///   - base: the source's value when the user edited.
    ///   - theirs: what it says now.
    ///   - mine: what the user says, and what shows.
    ///   - at: the time of the user's edit.
    case field(BookField, base: FieldValue?, theirs: FieldValue?, mine: FieldValue?, at: Date)
    /// No source has the book any more, and it is kept since the user has something to say of it.
    ///
    /// - Parameters:
    ///   - source: the name of the source that had it last.
    ///   - since: when that was found to have it no more.
    case removal(source: String, since: Date)
  }

  /// The id of the book.
  public let book: Book.ID
  /// The book's title as it shows.
  public let title: String
  /// The contradiction: of a field's value, or whether there is the book.
  public package(set) var kind: Kind

  /// The identity of a conflict: its book and its subject.
  public struct ID: Hashable, Sendable {
    let book: Book.ID
    let subject: ConflictSubject
  }

  /// Its book, and what it is about.
  public var id: ID { ID(book: book, subject: subject) }

  /// The subject by which the conflict is named when it is resolved.
  public var subject: ConflictSubject {
    switch kind {
    case .field(let field, _, _, _, _): .field(field)
    case .removal: .removal
    }
  }
}

/// The subject of a conflict: together with the book's id it names the conflict.
public enum ConflictSubject: Sendable, Hashable {
  /// One bibliographic field.
  case field(BookField)
  /// Whether the book is there at all.
  case removal
}

/// Whose word holds in a conflict.
public enum ConflictSide: String, Sendable, CaseIterable {
  /// The user's: what shows stays. A book that its sources have no more becomes a local one.
  case mine
  /// The source's: the user's edit is dropped. A book that its sources have no more is hidden.
  case theirs
}

/// The user's decision of a conflict.
public enum ConflictResolution: Sendable, Hashable {
  /// One of the two is right.
  case side(ConflictSide)
  /// Neither: the field has this value; `nil` leaves it without one. Not for a removal.
  case value(FieldValue?)

  /// The user is right.
  public static var mine: ConflictResolution { .side(.mine) }
  /// The source is right.
  public static var theirs: ConflictResolution { .side(.theirs) }
}
