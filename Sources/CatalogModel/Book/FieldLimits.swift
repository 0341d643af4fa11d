import FoundationEssentials

/// How large a value may be. What is larger is refused with a line that says so: a title of a megabyte is a mistake. Limits
/// of one field stand in its ``FieldDefinition``.
package enum FieldLimits {
  /// UTF-8 bytes of a text of one line: title, name, publisher, series.
  package static let lineBytes = 2_000
  /// UTF-8 bytes of a tag, and of a name that a user gives to a field or to a part of one.
  package static let tagBytes = 200
  /// Entries of a list.
  package static let listItems = 500
  /// UTF-8 bytes of a description.
  package static let descriptionBytes = 262_144
}

extension BookField {
  /// See ``FieldDefinition/canonical(_:)``.
  package func canonical(_ value: FieldValue?) throws -> FieldValue? { try definition.canonical(value) }

  /// Whether two values mean the same, however they are written: `en` and `eng` are one language.
  package func meansSame(_ one: FieldValue?, _ other: FieldValue?) -> Bool {
    if self == .language, case .text(let one)? = one, case .text(let other)? = other {
      return LanguageCode.canonical(one) == LanguageCode.canonical(other)
    }
    return one == other
  }
}

extension FieldDefinition {
  /// Brings a value into the canonical form in which it is compared and stored; `nil` is no value.
  ///
  /// - Throws: ``InvalidValue`` when the field cannot hold it: an empty title, a rating of 7, a title of a megabyte.
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
      // What would be rounded to none was not meant so.
      guard given == 0 else { throw InvalidValue(subject, given.shortest, "it is less than 0.01") }
      return nil
    case (.number, .decimal(let number)):
      guard number.isFinite else { throw InvalidValue(subject, number.description, "it is not a number") }
      // There is one zero.
      return .decimal(number == 0 ? 0 : number)
    case (.isbn, .isbn), (.date, .date), (.instant, .instant), (.flag, .flag):
      return value
    case (.vocabulary(let vocabulary), _) where vocabulary.stored(value.description) == value:
      return value
    case (.records(let parts), .records(let records)):
      return try Self.records(records, of: parts, subject: subject)
    default:
      throw InvalidValue(subject, value.description, "that is not a value for this field")
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
      throw InvalidValue(subject, "\(count.spoken) entries", "the limit is \(FieldLimits.listItems.spoken)")
    }
  }

  private static func checked(_ number: Int, in range: ClosedRange<Int>, subject: String) throws -> Int {
    guard range.contains(number) else {
      throw InvalidValue(
        subject, String(number), "it must be from \(range.lowerBound.spoken) to \(range.upperBound.spoken)")
    }
    return number
  }

  /// Numbers keep two decimals, which is as fine as any service gives them.
  private static func checked(_ number: Double, in range: ClosedRange<Double>, subject: String) throws -> Double {
    guard number.isFinite, range.contains(number) else {
      let limits = "it must be from \(range.lowerBound.spoken) to \(range.upperBound.spoken)"
      throw InvalidValue(subject, number.shortest, limits)
    }
    return (number * 100).rounded() / 100
  }

  /// Records with all parts of the field, in its order; those without a value, or equal to another one, are left out.
  private static func records(_ given: [FieldRecord], of parts: [FieldPart], subject: String) throws -> FieldValue? {
    var seen = SeenItems<FieldRecord>()
    var records: [FieldRecord] = []
    for record in given where !record.isEmpty {
      if let other = record.parts.first(where: { given in !parts.contains { $0.name == given.name } }) {
        throw InvalidValue(subject, other.name, "it has no such part; its parts are \(parts.names)")
      }
      let canonical = FieldRecord(
        try parts.map { part in
          let value = try record[part.name].flatMap { value in
            value.isEmpty ? nil : try part.kind.canonical(value, subject: "\(subject) \(part.name)")
          }
          return FieldRecord.Part(part.name, value)
        })
      if !canonical.isEmpty, let missing = parts.first(where: { $0.isRequired && canonical[$0.name] == nil }) {
        throw InvalidValue(
          subject, canonical.texts(\.description).joined(separator: " | "), "it has no \(missing.name)")
      }
      if !canonical.isEmpty, seen.insert(canonical) { records.append(canonical) }
    }
    try checkCount(records.count, subject: subject)
    return records.isEmpty ? nil : .records(records)
  }
}

/// The items of a list so far. Most lists have few, which are compared sooner than they are hashed.
private struct SeenItems<Item: Hashable> {
  private static var few: Int { 8 }

  private var first: [Item] = []
  private var others: Set<Item> = []

  /// - Returns: whether the item is another one than all before.
  mutating func insert(_ item: Item) -> Bool {
    if first.contains(item) { return false }
    if first.count == Self.few { return others.insert(item).inserted }
    first.append(item)
    return true
  }
}

extension [FieldPart] {
  /// Their names as people type their values: `name | role`.
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
