/// What a book has. Sources speak of the bibliographic fields; the personal ones belong to the user.
public enum BookField: String, CaseIterable, Sendable, Codable {
  case title, authors, isbn, pages, publisher, published, language, series, seriesNumber, tags
  case averageRating, ratingsCount
  case readState, started, finished, rating, notes, added

  /// Every field, in the order of their declaration. Stored: loads walk through it for each row.
  public static let allCases: [BookField] = [
    .title, .authors, .isbn, .pages, .publisher, .published, .language, .series, .seriesNumber, .tags,
    .averageRating, .ratingsCount, .readState, .started, .finished, .rating, .notes, .added,
  ]

  /// Fields that sources fill and that a user's edit overrides.
  public static let bibliographic = allCases.filter { !$0.isPersonal }
  /// Fields that only the user sets; an import may fill them where the user has said nothing.
  public static let personal = allCases.filter(\.isPersonal)

  /// Whether the field is the user's own, about reading and owning the book, and no refresh ever changes it.
  public var isPersonal: Bool {
    switch self {
    case .readState, .started, .finished, .rating, .notes, .added: true
    default: false
    }
  }

  /// Whether the field holds a list, to which single values can be added and from which they can be removed.
  public var isList: Bool { self == .authors || self == .tags }

  /// Whether the field may be without a value.
  public var isClearable: Bool { self != .title && self != .added && self != .readState }

  /// The field of a name as people type it: `series-number`, `seriesNumber`, `Series Number`, and common other names
  /// such as `author`, `tag`, `year`.
  public init?(named name: String) {
    let plain = String(name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    if let field = Self.byName[plain] { self = field } else { return nil }
  }

  /// The name as sentences have it: `read state`.
  package var words: String {
    rawValue.reduce(into: "") { words, letter in words += letter.isUppercase ? " \(letter.lowercased())" : "\(letter)" }
  }

  private static let byName: [String: BookField] = {
    var table = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })
    table["author"] = .authors
    table["tag"] = .tags
    table["year"] = .published
    table["date"] = .published
    table["number"] = .seriesNumber
    table["state"] = .readState
    return table
  }()

  /// The position of the field in arrays that hold one entry a field.
  var ordinal: Int {
    switch self {
    case .title: 0
    case .authors: 1
    case .isbn: 2
    case .pages: 3
    case .publisher: 4
    case .published: 5
    case .language: 6
    case .series: 7
    case .seriesNumber: 8
    case .tags: 9
    case .averageRating: 10
    case .ratingsCount: 11
    case .readState: 12
    case .started: 13
    case .finished: 14
    case .rating: 15
    case .notes: 16
    case .added: 17
    }
  }
}
