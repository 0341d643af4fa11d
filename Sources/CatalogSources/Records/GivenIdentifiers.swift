import CatalogModel
import FoundationEssentials

/// The identifiers that a file or a feed gives for its book. Labels are unreliable, so the check digit decides whether
/// a number is an ISBN.
struct GivenIdentifiers: Equatable, Sendable {
  /// The first ISBN.
  private(set) var isbn: ISBN?
  /// All other identifiers, without duplicates.
  private(set) var others: [BookIdentifier] = []
  /// Values that are labelled as ISBNs but are not valid.
  private(set) var leftOut: [InvalidValue] = []

  /// The maximum number of identifiers to keep.
  private static let limit = FieldLimits.listItems

  /// Adds an identifier. The check digit decides whether it is an ISBN.
  ///
  /// - Parameter scheme: The scheme of the identifier, as stated in the file.
  mutating func add(_ given: String, scheme: String?) {
    var text = given.trimmed()
    var type = (scheme ?? "").trimmed().lowercased()
    if text.lowercased().hasPrefix("urn:") { text = String(text.dropFirst(4)) }
    // calibre writes `goodreads:234225`, and other programs write `isbn:…`. The scheme of a URL is not such a label.
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
        // The text was not labelled as an ISBN.
      }
    }
    if let uuid = UUID(text: text) { return add(BookIdentifier("uuid", uuid.lowercaseText)) }
    if text.hasPrefix("10."), text.contains("/"), type.isEmpty { type = "doi" }
    // A calibre number refers to a different book in another library. An invalid ISBN is not kept as an identifier.
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

  /// Alternative names of identifier types.
  private static let types = [
    "mobi-asin": "asin", "amazon": "asin", "isbn-10": "isbn", "isbn-13": "isbn", "isbn10": "isbn", "isbn13": "isbn",
    "e-isbn": "isbn", "eisbn": "isbn", "url": "uri", "urn": "", "uri": "uri", "id": "", "bookid": "", "unknown": "",
    "primary_id": "", "uuid_id": "",
  ]
}
