import Catalog
import CatalogSources

/// The query, the page and the format that the address of a list requests.
struct ListAddress {
  /// The default number of books on a page.
  static let defaultSize = 50
  static let largestSize = 1_000

  let query: BookQuery
  /// The page number, from 1; `nil` if the page follows a cursor.
  let page: Int?
  let size: Int
  let position: PagePosition
  /// The keys of a book's JSON object.
  let keys: [BookJSON.Key]
  private let target: RequestTarget

  /// Creates a list address from the parameters of a request.
  ///
  /// - Parameter own: The user-defined fields. Lists can also be sorted by these.
  /// - Throws: ``Problem``, 400.
  init(_ target: RequestTarget, own: OwnFields) throws(Problem) {
    self.target = target
    let text = target["q"] ?? ""
    let order = try Self.order(target["sort"], own) ?? (BookQuery(text).isRanked ? .bestMatch : .newestFirst)
    query = BookQuery(text, order: order)
    size = try target.number("size", in: 1...Self.largestSize) ?? Self.defaultSize
    let number = try target.number("page", in: 1...Int.max)
    if let cursor = target["after"] {
      guard number == nil else {
        throw .badRequest("Use either the parameter page or the parameter after, not both.")
      }
      do { position = cursor.isEmpty ? .start : .after(try PageCursor(cursor, order: order)) } catch {
        throw .badRequest("The parameter after is not a valid cursor for this list and sort order.")
      }
      page = nil
    } else {
      let (offset, isTooLarge) = ((number ?? 1) - 1).multipliedReportingOverflow(by: size)
      position = .offset(isTooLarge ? .max : offset)
      page = number ?? 1
    }
    keys = try Self.keys(target["fields"])
  }

  /// Returns the address of another page of the same list, relative to the server.
  func link(page: Int) -> String { link("page", String(page)) }

  func link(after cursor: PageCursor) -> String { link("after", cursor.description) }

  private func link(_ name: String, _ value: String) -> String {
    let others = target.query.filter { $0.name != "page" && $0.name != "after" }
    let items = others.map { ($0.name, $0.value) } + [(name, value)]
    let query = items.map { "\(PercentEncoding.encoded($0))=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    return "\(target.encodedPath)?\(query)"
  }

  private static func order(_ text: String?, _ own: OwnFields) throws(Problem) -> BookOrder? {
    guard let text, !text.isEmpty else { return nil }
    do { return try BookOrder(text, fields: own) } catch {
      throw .badRequest(
        "sort must be one of \(BookOrder.names(with: own).candidates). A minus before the name reverses the order.")
    }
  }

  private static func keys(_ text: String?) throws(Problem) -> [BookJSON.Key] {
    guard let text, !text.isEmpty else { return BookJSON.allKeys }
    let names = text.split(separator: ",").map(String.init)
    guard names.allSatisfy(BookJSON.keys.contains) else {
      throw .badRequest("fields must be a list of keys separated by commas. The keys are \(BookJSON.keys.candidates).")
    }
    return names.map(BookJSON.Key.init)
  }
}
