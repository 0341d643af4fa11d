import CatalogModel
import FoundationEssentials

/// Reads cells as spreadsheets and other programs leave them.
struct CellValues {
  let dialect: TableDialect

  /// The value of a cell; `nil` when the cell says nothing.
  ///
  /// - Parameter division: how it is divided, where it holds a list.
  /// - Throws: `InvalidValue` when it says something that the field cannot hold.
  func value(of cell: String, for field: FieldDefinition, _ division: ListDivision) throws -> FieldValue? {
    let text = unwrapped(cell, field.kind)
    if text.isEmpty { return nil }
    switch field.kind {
    case .isbn: return try Self.isbn(text).map(FieldValue.isbn)
    case .names, .tags: return .list(division.items(of: text))
    case .records(let parts): return try field.records(division.items(of: text), of: parts)
    // Programs that know no number of pages write 0.
    case .integer(let range) where text == "0" && !range.contains(0): return nil
    case .integer where field.field == .pages && dialect.hasOtherNotations:
      return try field.value(of: PageCount.text(of: text))
    case .date where dialect.hasOtherNotations:
      return try field.value(of: YearInBrackets.text(of: Self.withoutFraction(text)))
    // Years may be written as `2008.0`, as spreadsheets do.
    case .integer, .date: return try field.value(of: Self.withoutFraction(text))
    // A shelf that the user made says nothing of the state.
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

  /// The text without what the dialect puts around it.
  ///
  /// - Parameter kind: what values it holds; `nil` where that is not known.
  func unwrapped(_ cell: String, _ kind: FieldKind? = nil) -> String {
    var text = cell.trimmed()
    if dialect.marksFormulas { text = FormulaMark.removed(from: text) }
    if dialect.hidesFromSpreadsheets, kind.map(Self.holdsNumber) ?? true { text = Self.inside("=\"", text, "\"") }
    if dialect.bracketsNumbersAndDates, let kind, Self.neverBeginsWithBracket(kind) {
      text = Self.inside("[", text, "]")
    }
    return text
  }

  /// The text of a cell for a field that the user makes.
  func text(of cell: String, _ kind: OwnField.Kind) -> String {
    // What is in a column that nobody knows may be a number, whatever its field holds.
    let text = unwrapped(cell, kind == .date ? kind.fieldKind : nil)
    return dialect.hasMarkup && kind == .text ? MarkupText.plain(text) : text
  }

  /// What spreadsheets would change: of texts the mark may be a part.
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

  /// An ISBN that lost its leading zeros to a spreadsheet gets them back, if the check digit then fits; more than two are none.
  /// One that was rounded (`9.78E+12`) is no ISBN any more: never guessed. A shop's own number is none.
  static func isbn(_ text: String) throws -> ISBN? {
    if let isbn = try? ISBN(text) { return isbn }
    let isShort = (8...9).contains(text.count) && text.dropLast().utf8.allSatisfy { (48...57).contains($0) }
    if isShort, let last = text.last, last.isNumber || last == "X" || last == "x" {
      do { return try ISBN(text.leftPadded(to: 10)) } catch let error as InvalidValue {
        throw InvalidValue(error.subject, text, error.reason)
      }
    }
    if text.contains("."), text.uppercased().contains("E"), Double(text) != nil {
      throw InvalidValue("ISBN", text, "a spreadsheet has rounded it, and its digits are lost")
    }
    if ColumnAddition.Content.isShopNumber(text) { return nil }
    // LibraryThing lists both forms: the first one that is right.
    let parts = text.split { $0 == "," || $0 == ";" }.map { String($0).trimmed() }
    if parts.count > 1, let isbn = parts.lazy.compactMap({ try? ISBN($0) }).first { return isbn }
    return try ISBN(text)
  }

  /// The code of the language that a cell names, the first of several; what is not known stays as it is.
  private static func language(_ text: String) -> String {
    if let code = LanguageCode.named(text) { return code }
    let first = text.split { $0 == "," || $0 == ";" || $0 == "|" }.first.map { String($0).trimmed() } ?? text
    return LanguageCode.named(first) ?? (LanguageCode.isKnown(first) ? first : text)
  }

  /// The address that a text is, or that of the absolute path that it is; `nil` for that of an image that stands for no
  /// cover.
  private func address(_ text: String) -> String? {
    if let part = dialect.coverPlaceholder, text.contains(part) { return nil }
    return text.hasPrefix("/") ? FileAddress.text(ofPath: text) : text
  }

  private static func withoutFraction(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A time, or a day, which then begins in UTC.
  private static func instant(_ text: String, of field: FieldDefinition) throws -> FieldValue? {
    if let time = Date(rfc3339: text) { return .instant(time) }
    // Of a time without a zone the day is what is known.
    let parts = text.split(separator: " ", maxSplits: 1)
    let isTime = parts.count == 2 && parts[1].contains(":")
    let day = try PartialDate(isTime ? String(parts[0]) : text).description
    guard let time = Date(rfc3339: day + "T00:00:00Z") else {
      throw InvalidValue(field.name, text, "write a day as 2026-01-31")
    }
    return .instant(time)
  }
}
