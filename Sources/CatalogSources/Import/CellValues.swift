import CatalogModel
import FoundationEssentials
import Platform

/// Parses cells in the notations that spreadsheets and other programs produce.
struct CellValues {
  let dialect: TableDialect

  /// Returns the value of a cell, or `nil` if the cell is empty or means "no value".
  ///
  /// - Parameter division: The separators of a cell that contains a list.
  /// - Throws: `InvalidValue` if the field cannot hold the value.
  func value(of cell: String, for field: FieldDefinition, _ division: ListDivision) throws -> FieldValue? {
    let text = unwrapped(cell, field.kind)
    if text.isEmpty { return nil }
    switch field.kind {
    case .isbn: return try Self.isbn(text).map(FieldValue.isbn)
    case .names, .tags: return .list(division.items(of: text))
    case .records(let parts): return try field.records(division.items(of: text), of: parts)
    // Programs write 0 if they do not know the number of pages.
    case .integer(let range) where text == "0" && !range.contains(0): return nil
    case .integer where field.field == .pages && dialect.hasOtherNotations:
      return try field.value(of: PageCount.text(of: text))
    case .date where dialect.hasOtherNotations:
      return try field.value(of: YearInBrackets.text(of: Self.withoutFraction(text)))
    // Spreadsheets write years as `2008.0`.
    case .integer, .date: return try field.value(of: Self.withoutFraction(text))
    // The name of a custom shelf is not a read state.
    case .vocabulary where field.field == .readState:
      return FieldVocabulary.readState(of: text).map(FieldValue.readState)
    case .vocabulary(let vocabulary): return try vocabulary.inTable(text) ?? field.value(of: text)
    case .instant: return try Self.instant(text, of: field)
    case .line where field.field == .language && dialect.hasOtherNotations:
      return try field.value(of: Self.language(text))
    case .address where dialect.hasOtherNotations: return try address(text).flatMap(field.value)
    case .text where dialect.hasMarkup: return try field.value(of: MarkupText.plain(text))
    case .line, .text, .address, .code, .decimal, .number, .flag: return try field.value(of: text)
    }
  }

  /// Returns the text of a cell without the dialect's wrapping, such as `="…"`.
  ///
  /// - Parameter kind: The kind of the field's values, or `nil` if unknown.
  func unwrapped(_ cell: String, _ kind: FieldKind? = nil) -> String {
    var text = cell.trimmed()
    if dialect.marksFormulas { text = FormulaMark.removed(from: text) }
    if dialect.hidesFromSpreadsheets, kind.map(Self.holdsNumber) ?? true { text = Self.inside("=\"", text, "\"") }
    if dialect.bracketsNumbersAndDates, let kind, Self.neverBeginsWithBracket(kind) {
      text = Self.inside("[", text, "]")
    }
    return text
  }

  /// Returns the text of a cell for a user-defined field.
  func text(of cell: String, _ kind: OwnField.Kind) -> String {
    // Treat all values except dates as values of unknown kind, because any cell may contain a wrapped number.
    let text = unwrapped(cell, kind == .date ? kind.fieldKind : nil)
    return dialect.hasMarkup && kind == .text ? MarkupText.plain(text) : text
  }

  /// Returns true if a spreadsheet would reformat values of this kind. In values of other kinds, characters that look
  /// like a cell's wrapping may be part of the value.
  private static func holdsNumber(_ kind: FieldKind) -> Bool {
    switch kind {
    case .isbn, .integer, .decimal, .number, .date, .instant, .code: true
    case .line, .text, .address, .flag, .vocabulary, .names, .tags, .records: false
    }
  }

  private static func neverBeginsWithBracket(_ kind: FieldKind) -> Bool {
    switch kind {
    case .isbn, .date, .instant: true
    default: false
    }
  }

  private static func inside(_ start: String, _ text: String, _ end: String) -> String {
    let (bytes, start, end) = (text.utf8, start.utf8, end.utf8)
    guard bytes.count >= start.count + end.count, bytes.starts(with: start), bytes.suffix(end.count).elementsEqual(end)
    else { return text }
    return String(decoding: bytes.dropFirst(start.count).dropLast(end.count), as: UTF8.self).trimmed()
  }

  /// Parses an ISBN. Restores up to two leading zeros that a spreadsheet removed, if the check digit is then correct.
  ///
  /// - Returns: The ISBN, or `nil` if the cell contains a shop's own number
  ///   (``ColumnAddition/Content/isShopNumber(_:)``).
  /// - Throws: `InvalidValue` if the text is not an ISBN, or if a spreadsheet rounded it (`9.78E+12`). Lost digits are
  ///   never guessed.
  static func isbn(_ text: String) throws -> ISBN? {
    if let isbn = try? ISBN(text) { return isbn }
    let isShort = (8...9).contains(text.count) && text.dropLast().utf8.allSatisfy { (48...57).contains($0) }
    if isShort, let last = text.last, last.isNumber || last == "X" || last == "x" {
      do { return try ISBN(text.leftPadded(to: 10)) } catch let error as InvalidValue {
        throw InvalidValue(error.subject, text, error.reason)
      }
    }
    if text.contains("."), text.uppercased().contains("E"), Double(text) != nil {
      throw InvalidValue("ISBN", text, "a spreadsheet rounded it, so its last digits are lost")
    }
    if ColumnAddition.Content.isShopNumber(text) { return nil }
    // LibraryThing writes the ISBN-10 and the ISBN-13 in one cell. Use the first valid ISBN.
    let parts = text.split { $0 == "," || $0 == ";" }.map { String($0).trimmed() }
    if parts.count > 1, let isbn = parts.lazy.compactMap({ try? ISBN($0) }).first { return isbn }
    return try ISBN(text)
  }

  /// Returns the language code for a cell. If the cell lists several languages, returns the code of the first. An
  /// unknown language is returned unchanged.
  private static func language(_ text: String) -> String {
    if let code = LanguageCode.named(text) { return code }
    let first = text.split { $0 == "," || $0 == ";" || $0 == "|" }.first.map { String($0).trimmed() } ?? text
    return LanguageCode.named(first) ?? (LanguageCode.isKnown(first) ? first : text)
  }

  /// Returns a string as an address, converting an absolute path to a file address. Returns `nil` for the service's
  /// placeholder image.
  private func address(_ text: String) -> String? {
    if let part = dialect.coverPlaceholder, text.contains(part) { return nil }
    return text.hasPrefix("/") ? FileAddress.text(ofPath: text) : text
  }

  private static func withoutFraction(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Parses a point in time. A date alone means midnight UTC.
  private static func instant(_ text: String, of field: FieldDefinition) throws -> FieldValue? {
    if let time = Date(rfc3339: text) { return .instant(time) }
    // Without a time zone, only the day is certain.
    let parts = text.split(separator: " ", maxSplits: 1)
    let isTime = parts.count == 2 && parts[1].contains(":")
    let day = try PartialDate(isTime ? String(parts[0]) : text).description
    guard let time = Date(rfc3339: day + "T00:00:00Z") else {
      throw InvalidValue(field.name, text, "write a date as 2026-01-31")
    }
    return .instant(time)
  }
}
