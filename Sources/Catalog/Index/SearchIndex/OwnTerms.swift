/// The terms of fields that the user made: that a book has a value, each word of a text, and one by which values are ordered:
/// numbers so that those of a range stand side by side, the key of a text. When a book was begun and finished has the first
/// and the last of these, too (``ReadingTerms``).
enum OwnTerms {
  static func terms(of book: Book) -> [Term] {
    book.ownFields.flatMap { field in book[field].map { terms(of: field, $0) } ?? [] }
  }

  /// What holds the books with any value.
  static func any(of field: BookField) -> Term { PostingKind.own.term(prefix(field)) }

  static func word(_ word: String, in field: BookField) -> Term { PostingKind.own.term(prefix(field) + " " + word) }

  /// - Parameter number: not negative; it grows with the value.
  static func number(_ number: UInt64, in field: BookField) -> Term {
    PostingKind.own.term(prefix(field) + "=" + digits(number))
  }

  /// The last day that a date may mean, beside the first, which is its number.
  static func lastDay(_ number: UInt64, in field: BookField) -> Term {
    PostingKind.own.term(prefix(field) + "~" + digits(number))
  }

  /// By what lists are ordered by a value. Every value has one.
  static func key(_ value: FieldValue, in field: BookField) -> Term? {
    switch value {
    case .text(let text): key(text, in: field)
    case .list(let items): key(items.joined(separator: " "), in: field)
    case .date(let date): number(ordered(date.firstDay), in: field)
    default: ordered(value).map { number($0, in: field) }
    }
  }

  /// From which term on, and before which, the keys of a field's values stand.
  static func keys(of field: BookField, _ kind: OwnField.Kind) -> (first: Term, end: Term) {
    kind.isOrderedByKey
      ? (key("", in: field), PostingKind.own.term("\(prefix(field))="))
      : (number(0, in: field), number(.max, in: field).next)
  }

  private static func key(_ text: String, in field: BookField) -> Term {
    PostingKind.own.term(prefix(field) + "<" + SortKey.text(text))
  }

  private static func digits(_ number: UInt64) -> String { String(number, radix: 16).leftPadded(to: 16) }

  /// The number of a field that the user made, the name of another one.
  private static func prefix(_ field: BookField) -> String { field.ownID.map(String.init) ?? field.rawValue }

  private static func terms(of field: BookField, _ value: FieldValue) -> [Term] {
    let all = any(of: field)
    let key = key(value, in: field).map { [$0] } ?? []
    return switch value {
    case .text(let text): [all] + key + Set(SearchWords.words(in: text)).map { word($0, in: field) }
    case .list(let items): [all] + key + Set(items.flatMap(SearchWords.words(in:))).map { word($0, in: field) }
    case .date(let date): [all] + key + [lastDay(ordered(date.lastDay), in: field)]
    default: [all] + key
    }
  }

  /// A number of a value that grows with it.
  static func ordered(_ value: FieldValue) -> UInt64? {
    switch value {
    case .decimal(let number): ordered(number)
    case .flag(let isSet): isSet ? 1 : 0
    default: nil
    }
  }

  /// The bits of a number, so turned that they grow with it, below zero too (IEEE 754-2019, 3.4).
  static func ordered(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  static func ordered(_ day: Int64) -> UInt64 { UInt64(bitPattern: day) ^ 1 << 63 }
}

extension OwnField.Kind {
  /// Whether values are ordered by their words, and not as numbers are.
  var isOrderedByKey: Bool {
    switch self {
    case .text, .list, .choice: true
    case .number, .date, .flag: false
    }
  }
}

extension PartialDate {
  /// The first day that it may mean, as ``encoded`` has days.
  var firstDay: Int64 { Int64(year) * 10_000 + Int64(month ?? 1) * 100 + Int64(day ?? 1) }
  /// The last one; every month has the room for 31.
  var lastDay: Int64 { Int64(year) * 10_000 + Int64(month ?? 12) * 100 + Int64(day ?? 31) }
}
