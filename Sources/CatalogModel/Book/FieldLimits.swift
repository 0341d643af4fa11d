import FoundationEssentials
import Platform

/// The maximum sizes of values. Larger values are rejected with an error, because a title of one megabyte, for example,
/// is certainly a mistake. Limits that apply to a single field are in its ``FieldDefinition``.
package enum FieldLimits {
  /// The maximum size of a one-line text, such as a title, a name, a publisher or a series, in UTF-8 bytes.
  package static let lineBytes = 2_000
  /// The maximum size, in UTF-8 bytes, of a tag, of the name of a user-defined field, and of short parts of records.
  package static let tagBytes = 200
  /// The maximum number of entries in a list.
  package static let listItems = 500
  /// The maximum size of a description in UTF-8 bytes.
  package static let descriptionBytes = 262_144
}

extension BookField {
  /// See ``FieldDefinition/canonical(_:)``.
  package func canonical(_ value: FieldValue?) throws -> FieldValue? { try definition.canonical(value) }

  /// Returns true if two values have the same meaning, even if they are written differently: `en` and `eng` are the
  /// same language.
  package func meansSame(_ one: FieldValue?, _ other: FieldValue?) -> Bool {
    if self == .language, case .text(let one)? = one, case .text(let other)? = other {
      return LanguageCode.canonical(one) == LanguageCode.canonical(other)
    }
    return one == other
  }
}

extension FieldDefinition {
  /// Returns a value in the canonical form in which it is compared and stored. `nil` means that the field has no value.
  ///
  /// - Throws: ``InvalidValue`` if the field cannot hold the value, such as an empty title, a rating of 7 or a title of
  ///   one megabyte.
  package func canonical(_ value: FieldValue?) throws -> FieldValue? {
    guard let value, !value.isEmpty else {
      guard let whyRequired else { return nil }
      throw InvalidValue(name, "", whyRequired)
    }
    return try kind.canonical(value, subject: name)
  }
}

extension FieldKind {
  func canonical(_ value: FieldValue, subject: String) throws -> FieldValue? {
    switch (self, value) {
    case (.line(let bytes), .text(let text)):
      return try .text(FieldText.line(text, limit: bytes, subject: subject))
    case (.text(let bytes), .text(let text)):
      return try .text(FieldText.checked(text.canonicalText(), limit: bytes, subject: subject))
    case (.address(let bytes), .text(let text)):
      let address = try FieldText.line(text, limit: bytes, subject: subject)
      if let problem = FileAddress.problem(of: address) { throw InvalidValue(subject, text, problem) }
      return .text(address)
    case (.code(let bytes), .text(let text)):
      return try .text(FieldText.code(text, limit: bytes, subject: subject))
    case (.names(let bytes), .list(let names)):
      return try .list(Self.items(names, limit: bytes, subject: subject))
    case (.tags(let bytes), .list(let tags)):
      return try .list(Self.items(tags, limit: bytes, subject: subject).sorted())
    case (.integer(let range), .integer(let number)):
      return try .integer(Self.checked(number, in: range, subject: subject))
    case (.decimal(let range, let isZeroNone), .decimal(let given)):
      let number = try Self.checked(given, in: range, subject: subject)
      guard isZeroNone, number == 0 else { return .decimal(number) }
      // Only an exact zero means “no value”; a number that rounds to zero is an error.
      guard given == 0 else { throw InvalidValue(subject, given.shortest, "it is less than 0.01") }
      return nil
    case (.number, .decimal(let number)):
      guard number.isFinite else { throw InvalidValue(subject, number.description, "it is not a number") }
      // Negative zero becomes zero.
      return .decimal(number == 0 ? 0 : number)
    case (.isbn, .isbn), (.date, .date), (.instant, .instant), (.flag, .flag):
      return value
    case (.vocabulary(let vocabulary), _) where vocabulary.stored(value.description) == value:
      return value
    case (.records(let parts), .records(let records)):
      return try Self.records(records, of: parts, subject: subject)
    default:
      throw InvalidValue(subject, value.description, "it is not a valid value for this field")
    }
  }

  private static func items(_ given: [String], limit: Int, subject: String) throws -> [String] {
    var seen = SeenItems<String>()
    let items = try given.filter { !$0.trimmed().isEmpty }
      .map { try FieldText.line($0, limit: limit, subject: subject) }.filter { seen.insert($0) }
    try checkCount(items.count, subject: subject)
    return items
  }

  private static func checkCount(_ count: Int, subject: String) throws {
    guard count <= FieldLimits.listItems else {
      throw InvalidValue(subject, "\(count.grouped) entries", "the limit is \(FieldLimits.listItems.grouped)")
    }
  }

  private static func checked(_ number: Int, in range: ClosedRange<Int>, subject: String) throws -> Int {
    guard range.contains(number) else {
      throw InvalidValue(
        subject, String(number), "it must be from \(range.lowerBound.grouped) to \(range.upperBound.grouped)")
    }
    return number
  }

  /// Checks that a number is in a range, and returns it rounded to two decimals, the precision that services use.
  private static func checked(_ number: Double, in range: ClosedRange<Double>, subject: String) throws -> Double {
    guard number.isFinite, range.contains(number) else {
      let limits = "it must be from \(range.lowerBound.grouped) to \(range.upperBound.grouped)"
      throw InvalidValue(subject, number.shortest, limits)
    }
    return (number * 100).rounded() / 100
  }

  /// Returns records in canonical form: with all parts of the field, in the field's order. Empty and duplicate records
  /// are left out.
  private static func records(_ given: [FieldRecord], of parts: [FieldPart], subject: String) throws -> FieldValue? {
    var seen = SeenItems<FieldRecord>()
    var records: [FieldRecord] = []
    for record in given where !record.isEmpty {
      if let other = record.parts.first(where: { given in !parts.contains { $0.name == given.name } }) {
        throw InvalidValue(subject, other.name, "it is not a part of this field; its parts are \(parts.names)")
      }
      let canonical = FieldRecord(
        try parts.map { part in
          let value = try record[part.name].flatMap { value in
            value.isEmpty ? nil : try part.kind.canonical(value, subject: "\(subject) \(part.name)")
          }
          return FieldRecord.Part(part.name, value)
        })
      if !canonical.isEmpty, let problem = problem(of: canonical, parts) {
        throw InvalidValue(subject, canonical.texts(\.description).joined(separator: " | "), problem)
      }
      if !canonical.isEmpty, seen.insert(canonical) { records.append(canonical) }
    }
    try checkCount(records.count, subject: subject)
    return records.isEmpty ? nil : .records(records)
  }

  /// Returns the reason why a record lacks a part, or has too many of them; `nil` if it is complete.
  private static func problem(of record: FieldRecord, _ parts: [FieldPart]) -> String? {
    if let missing = parts.first(where: { $0.isRequired && record[$0.name] == nil }) {
      return "\(missing.name) is missing"
    }
    let choices = parts.filter(\.isChoice).map(\.name)
    guard !choices.isEmpty, choices.count(where: { record[$0] != nil }) != 1 else { return nil }
    return "it must have exactly one of \(choices.joined(separator: ", "))"
  }
}

/// The distinct items of a list so far. Most lists are short, and comparing a few items is faster than hashing them.
private struct SeenItems<Item: Hashable> {
  private static var linearLimit: Int { 8 }

  private var first: [Item] = []
  private var others: Set<Item> = []

  /// Inserts an item.
  ///
  /// - Returns: True if the item differs from all earlier items.
  mutating func insert(_ item: Item) -> Bool {
    if first.contains(item) { return false }
    if first.count == Self.linearLimit { return others.insert(item).inserted }
    first.append(item)
    return true
  }
}

extension [FieldPart] {
  /// The names of the parts, separated by vertical bars as in typed values: `name | role`.
  package var names: String { map(\.name).joined(separator: " | ") }
}

extension FieldValue {
  package var isEmpty: Bool {
    switch self {
    case .text(let text): text.trimmed().isEmpty
    case .list(let items): items.allSatisfy { $0.trimmed().isEmpty }
    case .records(let records): records.allSatisfy(\.isEmpty)
    default: false
    }
  }
}
