/// A field of a book. Sources have the bibliographic fields; the personal ones belong to the user, among them the fields
/// that the user made (``OwnField``).
///
/// All that is known of a field stands in its `definition`, an entry of one table. A new field is a constant here, an entry
/// there, and a property of ``Book`` and of ``BookDraft``. Those that lists are ordered by have columns of their own, which
/// tests hold to the table; the others are `DetailFields`.
public struct BookField: Hashable, Sendable {
  /// See ``Book/title``.
  public static let title = BookField(0)
  /// See ``Book/authors``.
  public static let authors = BookField(1)
  /// See ``Book/isbn``.
  public static let isbn = BookField(2)
  /// See ``Book/pages``.
  public static let pages = BookField(3)
  /// See ``Book/publisher``.
  public static let publisher = BookField(4)
  /// See ``Book/published``.
  public static let published = BookField(5)
  /// See ``Book/language``.
  public static let language = BookField(6)
  /// See ``Book/series``.
  public static let series = BookField(7)
  /// See ``Book/seriesNumber``.
  public static let seriesNumber = BookField(8)
  /// See ``Book/tags``.
  public static let tags = BookField(9)
  /// See ``Book/averageRating``.
  public static let averageRating = BookField(10)
  /// See ``Book/ratingsCount``.
  public static let ratingsCount = BookField(11)
  /// See ``Book/readState``.
  public static let readState = BookField(12)
  /// See ``Book/started``.
  public static let started = BookField(13)
  /// See ``Book/finished``.
  public static let finished = BookField(14)
  /// See ``Book/rating``.
  public static let rating = BookField(15)
  /// See ``Book/notes``.
  public static let notes = BookField(16)
  /// See ``Book/added``.
  public static let added = BookField(17)
  /// See ``Book/subtitle``.
  public static let subtitle = BookField(18)
  /// See ``Book/contributors``.
  public static let contributors = BookField(19)
  /// See ``Book/identifiers``.
  public static let identifiers = BookField(20)
  /// See ``Book/firstPublished``.
  public static let firstPublished = BookField(21)
  /// See ``Book/format``.
  public static let format = BookField(22)
  /// See ``Book/duration``.
  public static let duration = BookField(23)
  /// See ``Book/review``.
  public static let review = BookField(24)
  /// See ``Book/otherSeries``.
  public static let otherSeries = BookField(25)
  /// See ``Book/description``.
  public static let description = BookField(26)
  /// See ``Book/cover``.
  public static let cover = BookField(27)
  /// See ``Book/files``.
  public static let files = BookField(28)
  /// See ``Book/attachments``.
  public static let attachments = BookField(29)
  /// See ``Book/copies``.
  public static let copies = BookField(30)
  /// See ``Book/earlierReadings``.
  public static let earlierReadings = BookField(31)

  /// The position in ``definitions``; or of a field that the user made its number and its kind, and a bit that says so. A
  /// number, since loads look at every field of every row.
  private let code: UInt32

  private init(_ code: UInt32) { self.code = code }

  /// The position of the field in arrays that hold one entry a field of the catalog's own. A test holds it to ``allCases``.
  var ordinal: Int { Int(code) }
}

extension BookField: CaseIterable {
  /// Every field that each catalog has, in the order of their declaration. Stored: loads walk through it for each row.
  public static let allCases: [BookField] = definitions.compactMap(\.field)

  /// Fields that sources fill and that a user's edit overrides.
  public static let bibliographic = allCases.filter { !$0.isPersonal }
  /// Fields that few books have, which stand together in one column.
  package static let details = allCases.filter { $0.definition.isDetail }
  /// Fields that only the user sets; an import may fill them where the user has set nothing. Those that the user made are
  /// personal, too.
  public static let personal = allCases.filter(\.isPersonal)
  /// The personal fields about readings. They change together (``Readings``).
  package static let readings: [BookField] = [.readState, .started, .finished, .earlierReadings]
  /// Those of them that each person who shares a catalog has for themselves: how far they are with a book, and what they think of
  /// it. Others, such as copies, belong to whoever owns the books.
  package static let marked: [BookField] = [
    .readState, .started, .finished, .earlierReadings, .rating, .review, .notes,
  ]
}

extension BookField {
  /// What the field holds, how it is called, and how it is written. Of one that the user made it has the kind alone: how
  /// it is called, the catalog knows (``OwnFields``).
  package var definition: FieldDefinition {
    ownKind.map(FieldDefinition.own) ?? Self.definitions[ordinal]
  }

  /// Whether the field is the user's own, about reading and owning the book, and no refresh ever changes it.
  public var isPersonal: Bool { isOwn || Self.definitions[ordinal].isPersonal }

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
    if let field = Self.byTypedName[plain] { self = field } else { return nil }
  }

  /// The name as sentences have it: `read state`.
  package var words: String { isOwn ? rawValue : definition.words }

  private static let byTypedName: [String: BookField] = {
    var table: [String: BookField] = [:]
    for field in allCases {
      for name in [field.rawValue.lowercased()] + field.definition.otherNames { table[name] = field }
    }
    return table
  }()
}

extension BookField {
  private static let ownBit: UInt32 = 1 << 31
  private static let kindBits: UInt32 = 4

  /// The field that the user made under a number.
  ///
  /// - Parameter id: up to ``OwnField/largestID``.
  package static func own(_ id: OwnField.ID, _ kind: OwnField.Kind) -> BookField {
    BookField(ownBit | UInt32(clamping: id.rawValue) << kindBits | UInt32(kind.code))
  }

  /// Whether the user made the field.
  public var isOwn: Bool { code & Self.ownBit != 0 }

  /// The number of a field that the user made; `nil` of the others.
  public var ownID: OwnField.ID? { isOwn ? OwnField.ID(Int64((code & ~Self.ownBit) >> Self.kindBits)) : nil }

  /// What a field that the user made holds; `nil` of the others.
  package var ownKind: OwnField.Kind? { isOwn ? OwnField.Kind(code: Int(code & (1 << Self.kindBits - 1))) : nil }
}

extension BookField: CustomStringConvertible {
  /// The same as ``rawValue``.
  public var description: String { rawValue }
}

extension BookField: Comparable {
  /// Whether both are the same field. Here, since by their names it takes longer.
  public static func == (one: BookField, other: BookField) -> Bool { one.code == other.code }

  /// Hashes the field.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Whether one stands before another: those of the catalog in their order, then those of the user as they were made.
  public static func < (one: BookField, other: BookField) -> Bool { one.code < other.code }
}

extension BookField: RawRepresentable, Codable {
  /// The name in the file and in JSON: `readState`; of a field that the user made its number and its kind, `own.3.text`,
  /// whatever it is called now.
  public var rawValue: String {
    guard let id = ownID, let kind = ownKind else { return definition.name }
    return "\(Self.ownPrefix)\(id).\(kind.rawValue)"
  }

  /// The field of such a name; `nil` of another one.
  public init?(rawValue: String) {
    if let field = Self.byName[rawValue] {
      self = field
      return
    }
    guard rawValue.hasPrefix(Self.ownPrefix) else { return nil }
    let parts = rawValue.dropFirst(Self.ownPrefix.count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int64(parts[0]), (1...OwnField.largestID).contains(id),
      let kind = OwnField.Kind(rawValue: String(parts[1]))
    else { return nil }
    self = .own(OwnField.ID(id), kind)
  }

  /// What the names of fields that the user made begin with.
  package static let ownPrefix = "own."

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
