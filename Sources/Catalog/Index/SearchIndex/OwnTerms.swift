import Platform

/// The search terms for values of custom fields. Each value has one term that records that the field has a value, and
/// one term for sorting. A text also has a term for each of its words. Numbers are encoded so that a range of numbers
/// is a range of terms. Texts are sorted by their sort keys. The built-in reading dates also have terms of the first
/// two types (``ReadingTerms``).
enum OwnTerms {
  static func terms(of book: Book) -> [Term] {
    book.ownFields.flatMap { field in book[field].map { terms(of: field, $0) } ?? [] }
  }

  /// Returns the term shared by all books that have a value in a field.
  static func any(of field: BookField) -> Term { PostingKind.own.term(prefix(field)) }

  static func word(_ word: String, in field: BookField) -> Term { PostingKind.own.term(prefix(field) + " " + word) }

  /// Returns the term by which lists sort a number or a date.
  ///
  /// - Parameter number: An integer that sorts like the values.
  static func number(_ number: UInt64, in field: BookField) -> Term {
    PostingKind.own.term(prefix(field) + "=" + number.hexadecimal)
  }

  /// Returns the term for the last day of a month or a year. The term that sorts the date contains the first day.
  static func lastDay(_ number: UInt64, in field: BookField) -> Term {
    PostingKind.own.term(prefix(field) + "~" + number.hexadecimal)
  }

  /// Returns the term by which lists sort a value. Every value of a custom field has such a term.
  static func key(_ value: FieldValue, in field: BookField) -> Term? {
    switch value {
    case .text(let text): key(text, in: field)
    case .list(let items): key(items.joined(separator: " "), in: field)
    case .date(let date): number(ordered(date.firstDay), in: field)
    default: ordered(value).map { number($0, in: field) }
    }
  }

  /// Returns the range that contains all sorting terms of a field.
  static func keys(of field: BookField, _ kind: OwnField.Kind) -> (first: Term, end: Term) {
    kind.isOrderedByKey
      ? (key("", in: field), PostingKind.own.term("\(prefix(field))="))
      : (number(0, in: field), number(.max, in: field).next)
  }

  private static func key(_ text: String, in field: BookField) -> Term {
    PostingKind.own.term(prefix(field) + "<" + SortKey.text(text))
  }

  /// Returns the beginning of a field's terms: the id of a custom field, or the name of a built-in field.
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

  /// Returns an integer that sorts like the value, or `nil` for texts, lists and dates.
  static func ordered(_ value: FieldValue) -> UInt64? {
    switch value {
    case .decimal(let number): ordered(number)
    case .flag(let isSet): isSet ? 1 : 0
    default: nil
    }
  }

  /// Returns an integer that sorts like the number, even for negative numbers. It is made from the number's bit pattern
  /// (IEEE 754-2019, 3.4).
  static func ordered(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  static func ordered(_ day: Int64) -> UInt64 { UInt64(bitPattern: day) ^ 1 << 63 }
}

extension OwnField.Kind {
  /// True if values are sorted as text, by sort keys, rather than as numbers.
  var isOrderedByKey: Bool {
    switch self {
    case .text, .list, .choice: true
    case .number, .date, .flag: false
    }
  }
}

extension PartialDate {
  /// The first day that an incomplete date covers, in the format of ``encoded``.
  var firstDay: Int64 { Int64(year) * 10_000 + Int64(month ?? 1) * 100 + Int64(day ?? 1) }
  /// The last day that an incomplete date covers. Every month is assumed to have 31 days.
  var lastDay: Int64 { Int64(year) * 10_000 + Int64(month ?? 12) * 100 + Int64(day ?? 31) }
}
