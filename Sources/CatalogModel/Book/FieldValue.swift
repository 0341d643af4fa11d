import FoundationEssentials
import Platform

/// The value of one field of a book, in canonical form.
public enum FieldValue: Hashable, Sendable {
  /// A text: one line for the title, publisher, language and series; any number of lines for the notes.
  case text(String)
  /// A whole number: the pages, the count of ratings.
  case integer(Int)
  /// A number: the number in a series or a rating, each rounded to two decimals, or the value of a user-defined field.
  case decimal(Double)
  /// Yes or no, for user-defined fields.
  case flag(Bool)
  /// At most 500 texts without duplicates: the authors, the tags.
  case list([String])
  /// A date: the date of publication, or the start or end of a reading.
  case date(PartialDate)
  /// An ISBN, which was validated when it was created.
  case isbn(ISBN)
  /// The user's progress with the book.
  case readState(ReadState)
  /// A point in time to the millisecond, such as the time at which the book was added to the catalog.
  case instant(Date)
  /// At most 500 records without duplicates, for fields whose list entries have several parts.
  case records([FieldRecord])
}

extension FieldValue: CustomStringConvertible {
  /// The value in words for people, with lists joined by `; ` and the parts of a record by ` | `. For text that can be
  /// read back, use ``typedText``.
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
  /// The value as people type it. ``BookField/value(of:)`` reads it back. It equals ``description``, except that
  /// separators are escaped. In the items of a list, `\;` denotes a semicolon and `\\` a backslash. In the parts of a
  /// record, `\|` also denotes a vertical bar.
  public var typedText: String {
    switch self {
    case .list(let items): ListDivision.ours.cell(of: items)
    case .records(let records):
      ListDivision.records.cell(of: records.map { ListDivision.parts.cell(of: $0.texts(\.description)) })
    default: description
    }
  }

  /// The stored text, which ``FieldDefinition/decode(_:)`` reads back. A list has one item per line. An ISBN is stored
  /// as its digits, followed by the original text if it differs from the digits. Records take one line each, with their
  /// parts separated by tabs.
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
  /// Returns the value that a stored text represents; `nil` if the text does not have the form of
  /// ``FieldValue/storedText``.
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

  /// Returns the record that a line represents. Parts that were added to the field after the line was stored have no
  /// value.
  private static func record(_ line: String, _ parts: [FieldPart]) -> FieldRecord {
    let texts = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return FieldRecord(
      parts.enumerated().map { index, part in
        let text = index < texts.count ? texts[index] : ""
        return FieldRecord.Part(part.name, text.isEmpty ? nil : part.kind.decode(text))
      })
  }
}
