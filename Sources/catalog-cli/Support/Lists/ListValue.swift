import Catalog
import CatalogSources
import CommandLineKit
import Platform

/// A value that a list can show for a book. This is a field, or other data that the catalog stores for the book.
enum ListValue: Hashable {
  case id, uuid
  /// The ISBN in its 13-digit form, even if it was entered with 10 digits.
  case isbn13
  case changed
  /// The year of first publication (``Book/year``).
  case year
  /// The user's rating, or the average rating if the user has not rated the book.
  case anyRating
  case field(BookField)

  /// The names of the values that are not fields, and short names for the two ratings.
  private static let others: [(name: String, value: ListValue)] = [
    ("id", .id), ("year", .year), ("mine", .field(.rating)), ("average", .field(.averageRating)), ("isbn13", .isbn13),
    ("changed", .changed), ("uuid", .uuid),
  ]

  /// The built-in names, as the user would type them on the command line.
  static var names: [String] { others.map(\.name) + BookField.allValueStrings }

  /// Returns the built-in names and the names of user-defined fields.
  static func names(with own: OwnFields) -> [String] { names + own.shown.map(\.name) }

  /// Creates the value with the given built-in name, such as `mine`, `read-state` or `readState`. Case is ignored.
  init?(named name: String) {
    if let other = Self.others.first(where: { $0.name == name.lowercased() }) {
      self = other.value
    } else if let field = BookField(named: name) {
      self = .field(field)
    } else {
      return nil
    }
  }

  /// Creates the value with the given name, which is built in or belongs to a user-defined field.
  init?(named name: String, _ own: OwnFields) {
    if let value = ListValue(named: name) ?? own[name].map({ .field($0.field) }) { self = value } else { return nil }
  }

  /// Returns the column name in CSV files. For a field, this is its key in JSON, such as `own.shelf`; otherwise a name
  /// such as `year`.
  func name(_ own: OwnFields) -> String {
    switch self {
    case .field(let field): own.name(of: field)
    case .anyRating: BookField.rating.rawValue
    default: Self.others.first { $0.value == self }?.name ?? ""
    }
  }
}

extension ListValue {
  /// Returns the text for a pipe, a file or a template. The text is empty if the book has no value. The items of a list
  /// are separated by semicolons.
  func text(of book: Book) -> String {
    switch self {
    case .field(let field): book[field]?.description ?? ""
    default: otherText(of: book)
    }
  }

  /// Returns the text for a CSV cell. A semicolon within a list item is written as `\;`.
  func typedText(of book: Book) -> String {
    switch self {
    case .field(let field): book[field]?.typedText ?? ""
    default: otherText(of: book)
    }
  }

  /// Returns the text for a table on a terminal, where each book has one line. The read state is omitted for unread
  /// books.
  func shownText(of book: Book, _ symbols: TerminalSymbols) -> String {
    switch self {
    case .field(.title): Self.shownTitle(book.title)
    case .field(.series): Self.shownSeries(of: book)
    case .field(.authors): book.authors.joined(separator: ", ")
    case .field(.tags): book.tags.joined(separator: ", ")
    case .field(.readState):
      book.readState == .unread
        ? "" : book.readState.rawValue + (book.percentRead.map { " \($0)%" } ?? "")
    // The user's rating has a symbol in every column, which distinguishes it from an average rating.
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

  /// Returns the title without a series in parentheses at its end. If the title equals the name of the series, later
  /// volumes keep the parentheses, because only the number in them distinguishes the volumes.
  private static func shownTitle(_ title: String) -> String {
    guard let divided = SeriesInTitle(title) else { return title }
    let isVolume = divided.places.contains { $0.number != 1 && Fold.fold($0.name) == Fold.fold(divided.title) }
    return isVolume ? title : divided.title
  }

  /// Returns the series and the number, as in “Dune #1”. If the series field is empty, they are taken from the title.
  private static func shownSeries(of book: Book) -> String {
    let entry =
      book.series.map { SeriesPlace($0, number: book.seriesNumber) } ?? SeriesInTitle(book.title)?.places.first
    return entry.map { $0.name + ($0.number.map { " #" + $0.shortest } ?? "") } ?? ""
  }

  private func otherText(of book: Book) -> String {
    switch self {
    case .id: String(book.id)
    case .uuid: book.uuid.lowercaseText
    case .isbn13: book.isbn?.digits ?? ""
    case .changed: book.changed.rfc3339
    case .year: book.year.map { String($0) } ?? ""
    case .anyRating: (book.rating ?? book.averageRating)?.shortest ?? ""
    case .field: ""
    }
  }

  /// Returns the style on a terminal with colours.
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
