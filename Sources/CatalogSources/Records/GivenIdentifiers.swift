import CatalogModel
import FoundationEssentials

/// The numbers and names by which a file or a feed says that its book is known. Labels are believed little: whether a number is
/// an ISBN, its check digit tells.
struct GivenIdentifiers: Equatable, Sendable {
  /// The first ISBN.
  private(set) var isbn: ISBN?
  /// All others, each once.
  private(set) var others: [BookIdentifier] = []
  /// What was called an ISBN and is none.
  private(set) var leftOut: [InvalidValue] = []

  /// How many are taken.
  private static let limit = FieldLimits.listItems

  /// Adds a number or a name by which a book is known. Whether it is an ISBN is told by its check digit.
  ///
  /// - Parameter scheme: whose name it is, as the file says.
  mutating func add(_ given: String, scheme: String?) {
    var text = given.trimmed()
    var type = (scheme ?? "").trimmed().lowercased()
    if text.lowercased().hasPrefix("urn:") { text = String(text.dropFirst(4)) }
    // calibre writes `goodreads:234225`, others `isbn:…`; what begins an address is no such label.
    if let colon = text.firstIndex(of: ":"), !text[colon...].hasPrefix("://") {
      let label = String(text[..<colon]).trimmed().lowercased()
      if Self.isLabel(label) {
        if type.isEmpty || type == "uri" || type == "urn" { type = label }
        text = String(text[text.index(after: colon)...]).trimmed()
      }
    }
    if let scheme = text.firstRange(of: "://"), Self.isLabel(text[..<scheme.lowerBound].lowercased()) {
      type = "uri"
    }
    type = Self.types[type] ?? type
    if type.isEmpty || type == "isbn" {
      do {
        let number = try ISBN(text)
        if isbn == nil { isbn = number }
        if number != isbn { add(BookIdentifier("isbn", number.digits)) }
        return
      } catch let error as InvalidValue where type == "isbn" && !text.isEmpty {
        leftOut.append(error)
      } catch {
        // It was not said to be one.
      }
    }
    if let uuid = UUID(text: text) { return add(BookIdentifier("uuid", uuid.lowercaseText)) }
    if text.hasPrefix("10."), text.contains("/"), type.isEmpty { type = "doi" }
    // What calibre numbers its books by is another book's number in another library; an ISBN that is wrong is none.
    guard !text.isEmpty, Self.isLabel(type), type != "calibre", type != "isbn" else { return }
    add(BookIdentifier(type, text))
  }

  private mutating func add(_ identifier: BookIdentifier) {
    if !others.contains(identifier), others.count < Self.limit { others.append(identifier) }
  }

  private static func isLabel(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 || $0 == 46 }
      && text.utf8.first.map { (97...122).contains($0) } == true
  }

  /// Other names of the same.
  private static let types = [
    "mobi-asin": "asin", "amazon": "asin", "isbn-10": "isbn", "isbn-13": "isbn", "isbn10": "isbn", "isbn13": "isbn",
    "e-isbn": "isbn", "eisbn": "isbn", "url": "uri", "urn": "", "uri": "uri", "id": "", "bookid": "", "unknown": "",
    "primary_id": "", "uuid_id": "",
  ]
}
