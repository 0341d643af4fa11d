import CatalogModel
import FoundationEssentials

/// What a file says of its book, or what its name does.
package struct EBook: Equatable, Sendable {
  package var title = ""
  var subtitle: String?
  var authors: [String] = []
  var contributors: [Contributor] = []
  var isbn: ISBN?
  var identifiers: [BookIdentifier] = []
  var series: String?
  var seriesNumber: Double?
  var tags: [String] = []
  var publisher: String?
  var published: PartialDate?
  var firstPublished: PartialDate?
  var language: String?
  var pages: Int?
  var description: String?

  /// How many entries of a list are taken, and how many bytes of one line: what a field holds.
  private static let (items, lineBytes, tagBytes) = (500, 2_000, 200)
  private static let (descriptionBytes, addressBytes) = (262_144, 4_096)

  /// The record of the book. What a field cannot hold is left out, or cut: whoever has a file cannot mend it.
  ///
  /// - Throws: `InvalidValue` when it has no title.
  package func record(id: String, isComic: Bool, files: [BookFile]) throws -> SourceRecord {
    var builder = RecordBuilder()
    builder.id = id
    let title = Self.line(title) ?? ""
    guard !title.isEmpty else { throw InvalidValue("book", id, "it has no title") }
    try builder.set(.title, .text(title))
    // What it says no more is said no more: what a record does not mention would stay.
    func set(_ field: BookField, _ value: FieldValue?) {
      if (try? builder.set(field, value)) == nil { try? builder.set(field, nil) }
    }
    set(.subtitle, Self.line(subtitle).map(FieldValue.text))
    set(.authors, .list(Self.list(authors, bytes: Self.lineBytes)))
    set(.isbn, isbn.map(FieldValue.isbn))
    set(.publisher, Self.line(publisher).map(FieldValue.text))
    set(.published, published.map(FieldValue.date))
    set(.firstPublished, firstPublished.map(FieldValue.date))
    set(.language, language.map(FieldValue.text))
    set(.series, Self.line(series).map(FieldValue.text))
    set(.seriesNumber, series == nil ? nil : seriesNumber.map(FieldValue.decimal))
    set(.tags, .list(Self.list(tags, bytes: Self.tagBytes)))
    // Cut after it is composed, which may make it longer.
    set(.description, (description?.canonicalText().cut(toBytes: Self.descriptionBytes)).map(FieldValue.text))
    set(.files, .records(files.filter { $0.address.utf8.count <= Self.addressBytes }.prefix(Self.items).map(\.record)))
    set(.pages, pages.map(FieldValue.integer))
    set(.format, .text((isComic ? BookFormat.comic : BookFormat.ebook).rawValue))
    set(.contributors, nil)
    for contributor in contributors.prefix(Self.items) { try? builder.add([contributor]) }
    set(.identifiers, nil)
    try builder.add(Array(identifiers.prefix(Self.items)))
    return try builder.record()
  }

  /// A text that fits into a line; `nil` where there is none.
  private static func line(_ text: String?) -> String? {
    guard let line = text?.canonicalLine(), !line.isEmpty else { return nil }
    return line.cut(toBytes: lineBytes)
  }

  private static func list(_ items: [String], bytes: Int) -> [String] {
    var seen = Set<String>()
    return Array(
      items.map { $0.canonicalLine() }.filter { !$0.isEmpty && $0.utf8.count <= bytes && seen.insert($0).inserted }
        .prefix(Self.items))
  }
}

extension EBook {
  /// A name as people read it: of “Herbert, Frank” where that is how the name is sorted, “Frank Herbert”.
  static func name(_ name: String, sortedAs sortName: String?) -> String {
    let name = name.canonicalLine()
    return sortName?.canonicalLine() == name ? PersonName.turned(name) : name
  }

  /// Adds a number or a name by which a book is known. Whether it is an ISBN is told by its check digit.
  ///
  /// - Parameter scheme: whose name it is, as the file says.
  mutating func addIdentifier(_ given: String, scheme: String?) {
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
    if type.isEmpty || type == "isbn", let number = try? ISBN(text) {
      if isbn == nil { isbn = number }
      if number != isbn { add(BookIdentifier("isbn", number.digits)) }
      return
    }
    if let uuid = UUID(uuidString: text) { return add(BookIdentifier("uuid", uuid.uuidString.lowercased())) }
    if text.hasPrefix("10."), text.contains("/"), type.isEmpty { type = "doi" }
    // What calibre numbers its books by is another book's number in another library; an ISBN that is wrong is none.
    guard !text.isEmpty, Self.isLabel(type), type != "calibre", type != "isbn" else { return }
    add(BookIdentifier(type, text))
  }

  private mutating func add(_ identifier: BookIdentifier) {
    if !identifiers.contains(identifier), identifiers.count < Self.items { identifiers.append(identifier) }
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

  /// The code of a language, or what was written.
  static func language(_ text: String?) -> String? {
    guard let text = text?.trimmed(), !text.isEmpty, !["und", "zxx", "mul", "un"].contains(text.lowercased()) else {
      return nil
    }
    return LanguageCode.named(text) ?? text.replacing("_", with: "-")
  }

  /// A date as files write it: a day, a month, a year, a time, or a year among words.
  static func date(_ text: String?) -> PartialDate? {
    guard let text = text?.trimmed(), !text.isEmpty else { return nil }
    if Date(rfc3339: text) != nil { return CalibreTime.day(text) }
    if let date = try? PartialDate(text) { return date.year == 101 ? nil : date }
    let digits = text.utf8.split { !(48...57).contains($0) }.first { $0.count == 4 }
    return digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      .flatMap { $0 > 1_000 ? try? PartialDate(year: $0) : nil }
  }

  /// A number that can be read whole, such as one of a series; `nil` for another text.
  static func number(_ text: String?) -> Double? {
    guard let text = text?.trimmed(), let number = Double(text.replacing(",", with: ".")), number.isFinite else {
      return nil
    }
    return number
  }
}
