import FoundationEssentials

/// The value of one field of a book, in canonical form.
public enum FieldValue: Hashable, Sendable {
  /// For the title, publisher, language and series, one line; for the notes, any number of lines.
  case text(String)
  /// For the pages and the count of ratings.
  case integer(Int)
  /// For the number in the series and the ratings; two decimals are kept.
  case decimal(Double)
  /// Yes or no, for fields of one's own.
  case flag(Bool)
  /// For the authors and tags, at most 500, none of them twice.
  case list([String])
  /// For when the book was published, started and finished.
  case date(PartialDate)
  /// For the ISBN, which was checked when it was made.
  case isbn(ISBN)
  /// For how far the user is.
  case readState(ReadState)
  /// For when the book came into the catalog; milliseconds are kept.
  case instant(Date)
  /// For fields whose entries have several parts, at most 500, none of them twice.
  case records([FieldRecord])
}

extension FieldValue: CustomStringConvertible {
  /// The value as people read it; lists joined by `; `, the parts of a record by ` | `. To be typed again it is
  /// ``typedText``.
  public var description: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): number.shortest
    case .flag(let isSet): isSet ? "yes" : "no"
    case .list(let items): items.joined(separator: "; ")
    case .date(let date): date.description
    case .isbn(let isbn): isbn.asGiven
    case .readState(let state): state.rawValue
    case .instant(let time): time.rfc3339
    case .records(let records):
      records.map { $0.texts(\.description).joined(separator: " | ") }.joined(separator: "; ")
    }
  }
}

extension FieldValue {
  /// The value as people type it, which ``BookField/value(of:)`` reads back: as it is read, and within an item of a list `\;`
  /// for a semicolon, `\|` for an upright stroke in a part of a record, and `\\` for a backslash.
  public var typedText: String {
    switch self {
    case .list(let items): ListDivision.ours.cell(of: items)
    case .records(let records):
      ListDivision.records.cell(of: records.map { ListDivision.parts.cell(of: $0.texts(\.description)) })
    default: description
    }
  }

  /// The stored text, which ``FieldDefinition/decode(_:)`` reads back: lists one item a line; an ISBN its digits, then what
  /// was given where that differs; a record a line, its parts divided by tabs.
  package var storedText: String {
    switch self {
    case .list(let items): items.joined(separator: "\n")
    case .isbn(let isbn): isbn.asGiven == isbn.digits ? isbn.digits : "\(isbn.digits) \(isbn.asGiven)"
    case .instant(let time): String(time.milliseconds)
    case .records(let records): records.map { $0.texts(\.storedText).joined(separator: "\t") }.joined(separator: "\n")
    default: description
    }
  }
}

extension BookField {
  /// See ``FieldDefinition/decode(_:)``.
  package func decode(_ stored: String) -> FieldValue? { definition.decode(stored) }
}

extension FieldDefinition {
  /// The value of a stored text; `nil` when the text is not one that ``FieldValue/storedText`` wrote.
  package func decode(_ stored: String) -> FieldValue? { kind.decode(stored) }
}

extension FieldKind {
  fileprivate func decode(_ stored: String) -> FieldValue? {
    switch self {
    case .line, .text, .address, .code: .text(stored)
    case .names, .tags: .list(stored.isEmpty ? [] : stored.split(separator: "\n").map(String.init))
    case .integer: Int(stored).map(FieldValue.integer)
    case .decimal, .number: Double(stored).map(FieldValue.decimal)
    case .flag: FieldKind.flag(of: stored).map(FieldValue.flag)
    case .date: (try? PartialDate(stored)).map(FieldValue.date)
    case .isbn:
      Int64(stored.prefix(13)).map { number in
        let given = stored.dropFirst(14)
        return .isbn(ISBN(checked: number, asGiven: given.isEmpty ? nil : String(given)))
      }
    case .vocabulary(let vocabulary): vocabulary.stored(stored)
    case .instant: Int64(stored).map { .instant(Date(milliseconds: $0)) }
    case .records(let parts):
      .records(stored.unicodeScalars.split(separator: "\n").map { Self.record(String($0), parts) })
    }
  }

  /// The record of a line. Parts that the field has by now and did not have then say nothing.
  private static func record(_ line: String, _ parts: [FieldPart]) -> FieldRecord {
    let texts = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return FieldRecord(
      parts.enumerated().map { index, part in
        let text = index < texts.count ? texts[index] : ""
        return FieldRecord.Part(part.name, text.isEmpty ? nil : part.kind.decode(text))
      })
  }
}

extension Double {
  /// The shortest text that reads back as the same number, whole numbers without a fraction: `4`, `4.25`.
  package var shortest: String {
    self == rounded() && magnitude < 1e15 ? String(Int64(self)) : description
  }
}
