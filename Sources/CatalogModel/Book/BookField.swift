/// A field of a book. Sources have the bibliographic fields; the personal ones belong to the user.
///
/// All that is known of a field stands in its `definition`, an entry of one table. A new field is a case here, an entry
/// there, and a property of ``Book`` and of ``BookDraft``. Those that lists are ordered by have columns of their own, which
/// tests hold to the table; the others are `DetailFields`.
public enum BookField: String, CaseIterable, Sendable, Codable {
  case title, authors, isbn, pages, publisher, published, language, series, seriesNumber, tags
  case averageRating, ratingsCount
  case readState, started, finished, rating, notes, added
  case subtitle, contributors, identifiers, firstPublished, format, duration, review
  case otherSeries, description, cover, files, attachments, copies, earlierReadings

  /// Every field, in the order of their declaration. Stored: loads walk through it for each row.
  public static let allCases: [BookField] = definitions.compactMap(\.field)

  /// Fields that sources fill and that a user's edit overrides.
  public static let bibliographic = allCases.filter { !$0.isPersonal }
  /// Fields that few books have, which stand together in one column.
  package static let details = allCases.filter { $0.definition.isDetail }
  /// Fields that only the user sets; an import may fill them where the user has set nothing.
  public static let personal = allCases.filter(\.isPersonal)

  /// What the field holds, how it is called, and how it is written.
  package var definition: FieldDefinition { Self.definitions[ordinal] }

  /// Whether the field is the user's own, about reading and owning the book, and no refresh ever changes it.
  public var isPersonal: Bool { definition.isPersonal }

  /// Whether the field holds a list, to which single values can be added and from which they can be removed.
  public var isList: Bool {
    switch definition.kind {
    case .names, .tags: true
    default: false
    }
  }

  /// Whether the field may be without a value.
  public var isClearable: Bool { definition.whyRequired == nil }

  /// The field of a name as people type it: `series-number`, `seriesNumber`, `Series Number`, and common other names
  /// such as `author`, `tag`, `year`.
  public init?(named name: String) {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    if let field = Self.byName[plain] { self = field } else { return nil }
  }

  /// The name as sentences have it: `read state`.
  package var words: String { definition.words }

  private static let byName: [String: BookField] = {
    var table: [String: BookField] = [:]
    for field in allCases {
      for name in [field.rawValue.lowercased()] + field.definition.otherNames { table[name] = field }
    }
    return table
  }()

  /// The position of the field in arrays that hold one entry a field: that of its case, which is all that a value of an
  /// enumeration without payloads holds. A test holds it to ``allCases``.
  var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }
}
