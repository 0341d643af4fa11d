import Catalog
import FoundationEssentials

/// Reads cells as spreadsheets and other programs leave them.
enum CellValues {
  /// The value of a cell; `nil` when the cell says nothing.
  ///
  /// - Throws: `InvalidValue` when it says something that the field cannot hold.
  static func value(of cell: String, for field: BookField, division: ListDivision) throws -> FieldValue? {
    let text = unwrapped(cell)
    if text.isEmpty { return nil }
    switch field {
    case .isbn: return try isbn(text).map(FieldValue.isbn)
    case .authors, .tags: return .list(items(text, of: field, division))
    // Programs that know no number of pages write 0.
    case .pages: return text == "0" ? nil : try field.value(of: withoutFraction(text))
    case .ratingsCount: return try field.value(of: withoutFraction(text))
    case .published, .started, .finished: return try date(text, field)
    case .readState: return .readState(readState(text))
    case .rating: return try field.value(of: text == "0" ? "" : text)
    case .added: return try added(text)
    default: return try field.value(of: text)
    }
  }

  /// Without the formula `="…"` in which Goodreads hides numbers from spreadsheets, and LibraryThing's brackets.
  private static func unwrapped(_ cell: String) -> String {
    var text = cell.trimmed()[...]
    if text.hasPrefix("=\"") && text.hasSuffix("\"") && text.count >= 3 { text = text.dropFirst(2).dropLast() }
    if text.hasPrefix("[") && text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    return String(text).trimmed()
  }

  /// An ISBN that lost its leading zeros to a spreadsheet gets them back, if the check digit then fits. One that was
  /// rounded (`9.78E+12`), or that is a shop's own number, is no ISBN any more: never guessed.
  private static func isbn(_ text: String) throws -> ISBN? {
    if let isbn = try? ISBN(text) { return isbn }
    let isShort = text.count < 10 && text.dropLast().utf8.allSatisfy { (48...57).contains($0) }
    if isShort, let last = text.last, last.isNumber || last == "X" || last == "x" {
      return try ISBN(text.leftPadded(to: 10))
    }
    let isRounded = text.contains(".") && text.uppercased().contains("E")
    let isShopNumber = text.count == 10 && text.first?.isLetter == true
    if isRounded || isShopNumber { return nil }
    // LibraryThing lists both forms: the first one that is right.
    let parts = text.split { $0 == "," || $0 == ";" }.map { String($0).trimmed() }
    if parts.count > 1, let isbn = parts.lazy.compactMap({ try? ISBN($0) }).first { return isbn }
    return try ISBN(text)
  }

  /// What divides the items of a cell.
  enum ListDivision {
    /// Semicolons, `&` (calibre), or commas (goodbooks), whichever the cell has.
    case anySign
    /// The same without commas, which belong to a name such as “Tolkien, J. R. R.”.
    case anySignButComma
    /// An export of ours.
    case semicolonOnly
  }

  private static func items(_ text: String, of field: BookField, _ division: ListDivision) -> [String] {
    if division == .semicolonOnly || text.contains(";") { return text.split(separator: ";").map(String.init) }
    if field == .tags { return text.split { $0 == "," || $0 == "|" }.map(String.init) }
    if text.contains(" & ") { return text.split(separator: " & ").map(String.init) }
    return division == .anySign ? text.split(separator: ", ").map(String.init) : [text]
  }

  /// A date; years may be written as `2008.0`, as spreadsheets do.
  private static func date(_ text: String, _ field: BookField) throws -> FieldValue? {
    try field.value(of: withoutFraction(text))
  }

  private static func withoutFraction(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static func readState(_ shelf: String) -> ReadState {
    switch shelf.lowercased() {
    case "read", "finished": .read
    case "reading", "currently-reading": .reading
    default: .unread
    }
  }

  /// A time, or a day, which then begins in UTC.
  private static func added(_ text: String) throws -> FieldValue? {
    if let time = Date(rfc3339: text) { return .instant(time) }
    let day = try PartialDate(text).description
    guard let time = Date(rfc3339: day + "T00:00:00Z") else {
      throw InvalidValue("added", text, "write a day as 2026-01-31")
    }
    return .instant(time)
  }
}
