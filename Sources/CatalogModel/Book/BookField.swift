/// A field of a book. Sources fill the bibliographic fields. The personal fields and the user-defined fields
/// (``OwnField``) belong to the user.
///
/// Everything about a field is defined by its `definition`, an entry in the table `definitions`. A new field needs a
/// constant here, an entry in that table, and a property in ``Book`` and in ``BookDraft``. Fields that lists sort by
/// have columns of their own; tests compare these columns with the table. All other fields are `DetailFields`.
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
  /// See ``Book/progress``.
  public static let progress = BookField(32)

  /// The index of a built-in field in ``definitions``. For a user-defined field, the code consists of the field's
  /// number, its kind, and a bit that marks it as user-defined. The code is an integer, because loading reads every
  /// field of every row.
  private let code: UInt32

  private init(_ code: UInt32) { self.code = code }

  /// The index of a built-in field in arrays that have one entry for each built-in field. A test checks that the index
  /// matches the order of ``allCases``.
  var ordinal: Int { Int(code) }
}

extension BookField: CaseIterable {
  /// Every built-in field, in the order of declaration. The array is stored, because loading iterates over it for each
  /// row.
  public static let allCases: [BookField] = definitions.compactMap(\.field)

  /// The fields that sources fill and the user's edits override.
  public static let bibliographic = allCases.filter { !$0.isPersonal }
  /// The rarely used fields, which are stored together in one column.
  package static let details = allCases.filter { $0.definition.isDetail }
  /// The built-in fields that belong to the user. An import may fill a personal field that the user has not set.
  /// User-defined fields are personal, too, but are not in this list.
  public static let personal = allCases.filter(\.isPersonal)
  /// The personal fields about readings. They change together (``Readings``).
  package static let readings: [BookField] = [.readState, .started, .finished, .earlierReadings, .progress]
  /// The fields of the current reading, which are stated together.
  package static let currentReading: [BookField] = [.readState, .started, .finished]
  /// The personal fields that are stored separately for each person who shares a catalog, such as progress, rating and
  /// notes. Other personal fields, such as copies, belong to the owner of the books.
  package static let marked: [BookField] = [
    .readState, .started, .finished, .earlierReadings, .progress, .rating, .review, .notes,
  ]
}

extension BookField {
  /// The definition of the field: its values, its names and its text form. The definition of a user-defined field
  /// depends only on its kind. For its name, see ``OwnFields``.
  package var definition: FieldDefinition {
    ownKind.map(FieldDefinition.own) ?? Self.definitions[ordinal]
  }

  /// True if the field belongs to the user, such as the read state. No refresh changes a value that the user has set.
  public var isPersonal: Bool { isOwn || Self.definitions[ordinal].isPersonal }

  /// True if the field holds a list whose values can be added and removed one by one.
  public var isList: Bool {
    switch definition.kind {
    case .names, .tags: true
    default: false
    }
  }

  /// True if the field may have no value.
  public var isClearable: Bool { definition.whyRequired == nil }

  /// Creates the field that a typed name refers to: `series-number`, `seriesNumber` or `Series Number`. Common
  /// alternative names such as `author`, `tag` and `year` are accepted.
  ///
  /// ```swift
  /// if let field = BookField(named: "Series Number"), let value = book[field] { print(value) }
  /// ```
  public init?(named name: String) {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    if let field = Self.byTypedName[plain] { self = field } else { return nil }
  }

  /// True if the year that lists show can come from this field.
  package var givesYear: Bool { self == .published || self == .firstPublished }

  /// Returns true if a typed name means the year that lists show. Depending on the book, its date is in
  /// ``firstPublished`` or ``published`` (``Book/yearField``).
  package static func isYear(_ name: String) -> Bool { name.lowercased() == "year" }

  /// The name as it is used in sentences: `read state`.
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

  /// Returns the user-defined field with the given number and kind.
  ///
  /// - Parameter id: The number, at most ``OwnField/largestID``.
  package static func own(_ id: OwnField.ID, _ kind: OwnField.Kind) -> BookField {
    BookField(ownBit | UInt32(clamping: id.rawValue) << kindBits | UInt32(kind.code))
  }

  /// True if the field is user-defined.
  public var isOwn: Bool { code & Self.ownBit != 0 }

  /// The number of a user-defined field; `nil` for a built-in field.
  public var ownID: OwnField.ID? { isOwn ? OwnField.ID(Int64((code & ~Self.ownBit) >> Self.kindBits)) : nil }

  /// The kind of a user-defined field; `nil` for a built-in field.
  package var ownKind: OwnField.Kind? { isOwn ? OwnField.Kind(code: Int(code & (1 << Self.kindBits - 1))) : nil }
}

extension BookField: CustomStringConvertible {
  /// The name in the file and in JSON; see ``rawValue``.
  public var description: String { rawValue }
}

extension BookField: Comparable {
  /// Returns true if the two fields are the same. It compares codes, because comparing names takes longer.
  public static func == (one: BookField, other: BookField) -> Bool { one.code == other.code }

  /// Hashes the field.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Returns true if one field sorts before another. Built-in fields sort in their order of declaration, followed by
  /// user-defined fields in the order of their creation.
  public static func < (one: BookField, other: BookField) -> Bool { one.code < other.code }
}

extension BookField: RawRepresentable, Codable {
  /// The name in the file and in JSON: `readState`. The raw value of a user-defined field contains the field's number
  /// and kind, but not its name: `own.3.text`.
  public var rawValue: String {
    guard let id = ownID, let kind = ownKind else { return definition.name }
    return "\(Self.ownPrefix)\(id).\(kind.rawValue)"
  }

  /// Creates the field with the given raw value; `nil` if the raw value is unknown.
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

  /// The prefix of the names of user-defined fields.
  package static let ownPrefix = "own."

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
