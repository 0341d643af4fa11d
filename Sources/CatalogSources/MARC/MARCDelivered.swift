import CatalogModel

/// Selects the fields of delivered records that are written again: fields that agree with the book, and fields whose
/// content has no field in the catalog. The first record is the base. Other records contribute only fields that add new
/// content.
struct MARCDelivered {
  /// A single field, or a pair of fields with the same content in two scripts.
  private struct Unit {
    let fields: [MARCField]
    let statements: [MARCStatement]
  }

  /// A field to write, and the number of the unit that contains the field. New fields, which no record delivered, have
  /// no unit.
  typealias Placed = (field: MARCField, unit: Int?)

  /// The values of the book, in the order in which they are written.
  private let bookStatements: [MARCStatement]
  private let all: Set<MARCStatement>
  /// The units, keyed by number. Numbers are never reused.
  private var units: [Int: Unit] = [:]
  private var nextUnit = 0
  /// The values in the leader and in field 008, which are always written.
  private var codedStatements: Set<MARCStatement> = []
  /// The leader of the first record, or `nil` if no record was delivered.
  private(set) var leader: String?
  /// Field 008, or `nil` if no record has one.
  private(set) var coded: MARCCodedData?
  /// The fields in the order in which they are written.
  private(set) var fields: [Placed] = []
  /// True if there is only one record and all its values agree with the book, so that each field keeps its meaning.
  private(set) var isUnchanged = true
  /// The highest link number in use. Two fields with the same content in two scripts share a link number.
  private var lastLink = 0

  init(_ bookStatements: [MARCStatement]) {
    self.bookStatements = bookStatements
    all = Set(bookStatements)
  }

  /// The values of the book that no delivered field contains.
  var remaining: Set<MARCStatement> {
    units.values.reduce(all.subtracting(codedStatements)) { $0.subtracting($1.statements) }
  }

  // MARK: Records

  /// Adds the fields of a record. Records must be added in the order of their sources' priority.
  mutating func add(_ record: MARCRecord) {
    let reading = MARCReading(record)
    let isFirst = leader == nil
    let remaining = isFirst ? all : remaining
    let statements = reading.units.flatMap(\.statements)
    let kinds = whole(statements, remaining, isFirst: isFirst)
    let namesAuthors = isBeginning(.author, statements)
    if isFirst {
      leader = record.leader
      codedStatements.formUnion(reading.ofLeader)
    }
    let present = fields.map { $0.field.relinked(0) }
    var delivered: [(index: Int, unit: Int)] = []
    for unit in reading.units {
      let first = record.fields[unit.indices[0]]
      if first.tag == "008" {
        if coded == nil {
          coded = MARCCodedData(first.value)
          codedStatements.formUnion(unit.statements)
        }
        continue
      }
      guard unit.statements.allSatisfy({ all.contains($0) && ($0.kind.map(kinds.contains) ?? true) }) else { continue }
      var fields = unit.indices.map { record.fields[$0] }
      // Subfield c, the statement of responsibility, names the authors in its own words. The field is therefore used
      // only if the authors of the record agree with the book.
      if !namesAuthors, fields.contains(where: { $0.meaning == "245" && $0["c"] != nil }) { continue }
      if !isFirst {
        guard remaining.isSuperset(of: unit.statements), Self.mayStand(fields, beside: present) else { continue }
        // In its own record, a second title or publisher has no effect. Without the first title or publisher, it would
        // take effect and might differ from the book.
        if MARCReading.tagsOfBook.contains(first.meaning), !areTrue(fields, record.leader) { continue }
        // The link number of an unpaired field is zero.
        if fields.count > 1 { lastLink += 1 }
        fields = fields.map { $0.relinked(fields.count > 1 ? lastLink : 0) }
      }
      units[nextUnit] = Unit(fields: fields, statements: unit.statements)
      delivered += unit.indices.map { ($0, nextUnit) }
      if !isFirst { for field in fields { self.fields.insert(field, afterItsLike: nextUnit) } }
      nextUnit += 1
    }
    isUnchanged =
      isFirst && delivered.count == record.fields.count { $0.tag != "008" } && codedStatements.isSubset(of: all)
    guard isFirst else { return }
    fields = delivered.sorted { $0.index < $1.index }.map { (record.fields[$0.index], $0.unit) }
    lastLink = fields.lazy.compactMap { $0.field.link?.number }.max() ?? 0
  }

  /// Returns the groups of values in which a record agrees with the book. Titles and descriptions must agree entirely.
  /// The record's authors must be the first authors of the book, so that the remaining authors can be added after them.
  /// A record after the first can contribute series only if no series has been written so far.
  private func whole(
    _ statements: [MARCStatement], _ remaining: Set<MARCStatement>, isFirst: Bool
  ) -> Set<MARCStatement.Kind> {
    Set(
      MARCStatement.Kind.allCases.filter { kind in
        let (given, own) = (statements.distinct(kind), bookStatements.distinct(kind))
        guard isFirst || remaining.isSuperset(of: own) else { return false }
        return switch kind {
        case .title: Set(given) == Set(own)
        case .description: given == own
        case .author: isBeginning(kind, statements)
        case .series: isFirst || isBeginning(kind, statements)
        }
      })
  }

  /// Returns true if the record's values of a kind are the book's first values of that kind.
  private func isBeginning(_ kind: MARCStatement.Kind, _ statements: [MARCStatement]) -> Bool {
    let given = statements.distinct(kind)
    return given.elementsEqual(bookStatements.distinct(kind).prefix(given.count))
  }

  /// Returns true if the fields agree with the book when they are read without the rest of their record.
  private func areTrue(_ fields: [MARCField], _ leader: String) -> Bool {
    let statements = MARCReading(MARCRecord(leader: leader, fields: fields)).units.flatMap(\.statements)
    return !statements.isEmpty && statements.allSatisfy(all.contains)
  }

  /// Returns true if fields from another record may be added to the present fields, and if no present field has the
  /// same content. The comparison ignores link numbers, which must be zero in `present`.
  private static func mayStand(_ fields: [MARCField], beside present: [MARCField]) -> Bool {
    fields.allSatisfy { field in
      let isMain = MARCNames.mainEntries.contains(field.meaning)
      let isAlone = isMain || notRepeated.contains(field.meaning)
      // A field in another script makes no sense without the field that it belongs to.
      if isAlone, field.tag == "880", fields.count == 1 { return false }
      let unlinked = field.relinked(0)
      return present.allSatisfy { other in
        let isRival = isMain ? MARCNames.mainEntries.contains(other.meaning) : other.meaning == field.meaning
        return other != unlinked && !(isAlone && isRival)
      }
    }
  }

  /// The tags of fields that must not be repeated in a record (MARC 21 Format for Bibliographic Data, “NR”).
  private static let notRepeated: Set<String> = [
    "010", "018", "036", "038", "040", "042", "043", "044", "045", "066", "240", "243", "245", "254", "256", "263",
    "306", "310", "357", "507", "514", "841", "842", "844", "882",
  ]

  // MARK: Validation

  /// Returns the numbers of the units whose fields would be read differently in the new record than in their own
  /// record.
  ///
  /// - Parameter record: All fields of the record to be written.
  func misread(_ leader: String, _ record: [Placed]) -> Set<Int> {
    let reading = MARCReading(MARCRecord(leader: leader, fields: record.map(\.field)))
    var misread: Set<Int> = []
    var (found, tags) = (Set(reading.ofLeader), Set<String>())
    for unit in reading.units {
      found.formUnion(unit.statements)
      if unit.statements.allSatisfy(all.contains) { continue }
      misread.formUnion(unit.indices.compactMap { record[$0].unit })
      tags.insert(record[unit.indices[0]].field.meaning)
    }
    // Import uses only the first field with one of these tags. If that field is dropped, the next field is used
    // instead.
    tags.formIntersection(MARCReading.tagsOfBook)
    let statements = reading.units.flatMap(\.statements)
    let disordered = [MARCStatement.Kind.author, .series].filter {
      statements.distinct($0) != bookStatements.distinct($0)
    }
    for (number, unit) in units {
      let isDisordered = unit.statements.contains { $0.kind.map(disordered.contains) ?? false }
      let comesNext = unit.statements.isEmpty && unit.fields.contains { tags.contains($0.meaning) }
      if isDisordered || comesNext || !found.isSuperset(of: unit.statements) { misread.insert(number) }
    }
    return misread
  }

  mutating func drop(_ dropped: Set<Int>) {
    for number in dropped { units[number] = nil }
    fields.removeAll { $0.unit.map(dropped.contains) ?? false }
  }
}

extension [MARCDelivered.Placed] {
  /// Inserts a field after the fields with the same tag. If there are no such fields, inserts it before the fields with
  /// higher tags.
  mutating func insert(_ field: MARCField, afterItsLike unit: Int?) {
    let index =
      lastIndex { $0.field.tag == field.tag }.map { $0 + 1 } ?? firstIndex { $0.field.tag > field.tag } ?? endIndex
    insert((field, unit), at: index)
  }
}
