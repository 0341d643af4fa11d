import Catalog
import CommandLineKit
import Platform

/// The options that choose the order of a list and the part of it to show.
struct PageOptions: ParsableArguments {
  static let largestPage = 10_000
  static let defaultSize = 20

  @Option(help: "The page to show, from 1.", valueName: "n") var page: Int?
  @Option(
    help: "Show the page that contains this book (number, ISBN or UUID).", valueName: "book",
    completion: .values(.book))
  var containing: String?
  @Option(help: "The number of books on a page.", valueName: "n") var pageSize = Self.defaultSize
  @Flag(help: "Show all books.") var all = false
  @Flag(help: "Print only the number of books.") var count = false
  @Option(
    help:
      """
      Sort by title, author, year, added, rating (yours), average (others'), pages, series, started, finished or a \
      custom field; a minus before the name reverses the order.
      """,
    valueName: "key", completion: .values(.order))
  var sort: String?
  @Option(
    help: "Begin after a cursor, or at 'start'; the next cursor is printed to standard error.",
    valueName: "cursor")
  var after: String?

  var declarations: ArgumentDeclarations {
    [
      "page": _page, "containing": _containing, "pageSize": _pageSize, "all": _all, "count": _count, "sort": _sort,
      "after": _after,
    ]
  }

  mutating func validate() throws {
    if let page, page < 1 { throw ValidationError("--page must be at least 1, not \(page)") }
    guard (1...Self.largestPage).contains(pageSize) else {
      throw ValidationError("--page-size must be 1 to \(Self.largestPage.grouped), not \(pageSize)")
    }
    if [page != nil, containing != nil, all, after != nil, count].count(where: \.self) > 1 {
      throw ValidationError(
        "use only one of --page, --containing, --all, --after and --count")
    }
  }

  /// True if none of these options was given, except possibly `--sort`.
  var isDefault: Bool { pageSize == Self.defaultSize && (!choosesPart || choosesOrderOnly) }

  /// True if any of these options was given, not counting the page size.
  var choosesPart: Bool { page != nil || containing != nil || all || after != nil || count || sort != nil }

  /// True if `--sort` was given without an option that chooses a part of the list.
  var choosesOrderOnly: Bool { sort != nil && page == nil && containing == nil && !all && after == nil && !count }

  /// Returns the requested order, which may use a user-defined field.
  ///
  /// - Parameter order: The order to use if none is requested.
  func order(otherwise order: BookOrder, _ global: GlobalOptions) throws -> BookOrder {
    guard let sort else { return order }
    if let order = try? BookOrder(sort) { return order }
    let fields = try global.exists ? global.openForReading().read { try $0.fields() } : OwnFields()
    if let order = try? BookOrder(sort, fields: fields) { return order }
    let known = BookOrder.names(with: fields)
    throw ValidationError(unknown: "order", sort, known: known, among: known.flatMap { [$0, "-" + $0] })
  }

  /// Returns the position at which the page starts.
  ///
  /// - Parameter number: The number of the page, which applies if no cursor was given.
  /// - Throws: `InvalidValue` for an invalid cursor.
  func position(_ order: BookOrder, page number: Int) throws -> PagePosition {
    if let after { return after == "start" ? .start : .after(try PageCursor(after, order: order)) }
    return .offset(offset(ofPage: number))
  }

  /// Returns the number of books before a page.
  private func offset(ofPage number: Int) -> Int {
    let (offset, isTooLarge) = (number - 1).multipliedReportingOverflow(by: pageSize)
    return isTooLarge ? Int.max : offset
  }
}
