import Catalog
import CatalogSources
import CommandLineKit

/// Something that a list can show of a book: a field, or what the catalog knows besides.
enum ListValue: Hashable {
  case id, uuid
  /// The thirteen digits of the ISBN, however it was given.
  case isbn13
  case changed
  /// The year in which it was published.
  case year
  /// Your rating, else the average of others.
  case anyRating
  case field(BookField)

  /// Those that people can name and that are no fields, and the two ratings by names that keep them apart.
  private static let others: [(name: String, value: ListValue)] = [
    ("id", .id), ("year", .year), ("mine", .field(.rating)), ("average", .field(.averageRating)), ("isbn13", .isbn13),
    ("changed", .changed), ("uuid", .uuid),
  ]

  /// What every catalog can show, as people type it.
  static var names: [String] { others.map(\.name) + BookField.allValueStrings }

  /// The same with the fields of the user's own.
  static func names(with own: OwnFields) -> [String] { names + own.shown.map(\.name) }

  /// What a name means that every catalog knows, in letters of either case: `mine`, `read-state`, `readState`.
  init?(named name: String) {
    if let other = Self.others.first(where: { $0.name == name.lowercased() }) {
      self = other.value
    } else if let field = BookField(named: name) {
      self = .field(field)
    } else {
      return nil
    }
  }

  /// What a name means in a catalog with fields of its user's own.
  init?(named name: String, _ own: OwnFields) {
    if let value = ListValue(named: name) ?? own[name].map({ .field($0.field) }) { self = value } else { return nil }
  }

  /// How programs call it: the key that JSON has for it, `year`, or `own.shelf`.
  func name(_ own: OwnFields) -> String {
    switch self {
    case .field(let field): own.name(of: field)
    case .anyRating: BookField.rating.rawValue
    default: Self.others.first { $0.value == self }?.name ?? ""
    }
  }
}

extension ListValue {
  /// What a program reads; empty where nothing is known. Lists are joined by `; `.
  func text(of book: Book) -> String {
    switch self {
    case .field(let field): book[field]?.description ?? ""
    default: otherText(of: book)
    }
  }

  /// The same as cells of CSV have it, where a semicolon within an item of a list is `\;`.
  func typedText(of book: Book) -> String {
    switch self {
    case .field(let field): book[field]?.typedText ?? ""
    default: otherText(of: book)
    }
  }

  /// What a person reads on a terminal, in one line of a table. What goes without saying is left out.
  func shownText(of book: Book, _ symbols: TerminalSymbols) -> String {
    switch self {
    case .field(.title): Self.shownTitle(book.title)
    case .field(.series): Self.shownSeries(of: book)
    case .field(.authors): book.authors.joined(separator: ", ")
    case .field(.tags): book.tags.joined(separator: ", ")
    case .field(.readState): book.readState == .unread ? "" : book.readState.rawValue
    // Yours never looks like an average, wherever it stands.
    case .field(.rating): book.rating.map { symbols.ownMark + $0.shortest } ?? ""
    case .anyRating:
      book.rating == nil ? otherText(of: book) : ListValue.field(.rating).shownText(of: book, symbols)
    case .field(.averageRating), .field(.isbn): text(of: book)
    case .field(let field):
      book[field].map { ShownValues(isTerminal: true).text(of: field, $0, in: book) } ?? ""
    case .changed: ShownValues(isTerminal: true).time(book.changed)
    case .id, .uuid, .isbn13, .year: otherText(of: book)
    }
  }

  /// Without the series that stands in parentheses at its end. Of later volumes that are called as their series is, that is
  /// all that keeps them apart.
  private static func shownTitle(_ title: String) -> String {
    guard let divided = SeriesInTitle(title) else { return title }
    let isVolume = divided.places.contains { $0.number != 1 && Fold.fold($0.name) == Fold.fold(divided.title) }
    return isVolume ? title : divided.title
  }

  /// “Dune #1”, of a book of which only the title says it, too.
  private static func shownSeries(of book: Book) -> String {
    let place =
      book.series.map { SeriesPlace($0, number: book.seriesNumber) } ?? SeriesInTitle(book.title)?.places.first
    return place.map { $0.name + ($0.number.map { " #" + $0.shortest } ?? "") } ?? ""
  }

  private func otherText(of book: Book) -> String {
    switch self {
    case .id: String(book.id)
    case .uuid: book.uuid.lowercaseText
    case .isbn13: book.isbn?.digits ?? ""
    case .changed: book.changed.rfc3339
    case .year: book.published.map { String($0.year) } ?? ""
    case .anyRating: (book.rating ?? book.averageRating)?.shortest ?? ""
    case .field: ""
    }
  }

  /// How it stands out on a terminal with colours.
  func style(of book: Book) -> Style {
    switch self {
    case .id: .dim
    case .anyRating: book.rating == nil ? .plain : .bold
    case .field(.rating): .bold
    case .field(.readState): book.readState == .read ? .green : .yellow
    default: .plain
    }
  }
}
