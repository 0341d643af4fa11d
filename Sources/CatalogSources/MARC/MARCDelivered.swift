import CatalogModel

/// What is written again of the records that sources delivered of a book: fields that say what the book says, and those that the
/// catalog has no field for. The first record is the one that is written; of the others come the fields that say more.
struct MARCDelivered {
  /// A field, or two that say the same in two scripts.
  private struct Unit {
    let fields: [MARCField]
    let statements: [MARCStatement]
  }

  /// A field of a record, and which unit it belongs to; `nil` of one that was not delivered.
  typealias Placed = (field: MARCField, unit: Int?)

  /// What the book says, in the order in which it is written.
  private let said: [MARCStatement]
  private let all: Set<MARCStatement>
  /// By numbers that stay.
  private var units: [Int: Unit] = [:]
  private var nextUnit = 0
  /// What the leader and field 008 say, which are written in any case.
  private var saidByCodes: Set<MARCStatement> = []
  /// `nil` where no record was delivered.
  private(set) var leader: String?
  /// `nil` where no record has one.
  private(set) var coded: MARCCodedData?
  /// In the order in which they are written.
  private(set) var fields: [Placed] = []
  /// Whether there is one record, of which all is true: each field says there what it said.
  private(set) var isUnchanged = true
  /// The highest number by which two fields in two scripts know each other.
  private var lastLink = 0

  init(_ said: [MARCStatement]) {
    self.said = said
    all = Set(said)
  }

  /// What the book says besides.
  var remaining: Set<MARCStatement> {
    units.values.reduce(all.subtracting(saidByCodes)) { $0.subtracting($1.statements) }
  }

  // MARK: Records

  /// Takes the fields of a record, that of the source which is asked first before the others.
  mutating func add(_ record: MARCRecord) {
    let reading = MARCReading(record)
    let isFirst = leader == nil
    let remaining = isFirst ? all : remaining
    let statements = reading.units.flatMap(\.statements)
    let kinds = whole(statements, remaining, isFirst: isFirst)
    let namesAuthors = isBeginning(.author, statements)
    if isFirst {
      leader = record.leader
      saidByCodes.formUnion(reading.ofLeader)
    }
    let present = fields.map { $0.field.relinked(0) }
    var places: [(place: Int, unit: Int)] = []
    for unit in reading.units {
      let first = record.fields[unit.places[0]]
      if first.tag == "008" {
        if coded == nil {
          coded = MARCCodedData(first.value)
          saidByCodes.formUnion(unit.statements)
        }
        continue
      }
      guard unit.statements.allSatisfy({ all.contains($0) && ($0.kind.map(kinds.contains) ?? true) }) else { continue }
      var fields = unit.places.map { record.fields[$0] }
      // The title page names them in words of its own.
      if !namesAuthors, fields.contains(where: { $0.meaning == "245" && $0["c"] != nil }) { continue }
      if !isFirst {
        guard remaining.isSuperset(of: unit.statements), Self.mayStand(fields, beside: present) else { continue }
        // A second title or publisher of another record says nothing in it, and by itself something else than the book.
        if MARCReading.tagsOfBook.contains(first.meaning), !areTrue(fields, record.leader) { continue }
        // Of one by itself it is zero.
        if fields.count > 1 { lastLink += 1 }
        fields = fields.map { $0.relinked(fields.count > 1 ? lastLink : 0) }
      }
      units[nextUnit] = Unit(fields: fields, statements: unit.statements)
      places += unit.places.map { ($0, nextUnit) }
      if !isFirst { for field in fields { self.fields.insert(field, behindItsLike: nextUnit) } }
      nextUnit += 1
    }
    isUnchanged =
      isFirst && places.count == record.fields.count { $0.tag != "008" } && saidByCodes.isSubset(of: all)
    guard isFirst else { return }
    fields = places.sorted { $0.place < $1.place }.map { (record.fields[$0.place], $0.unit) }
    lastLink = fields.lazy.compactMap { $0.field.link?.number }.max() ?? 0
  }

  /// The kinds of statements that hold only together of which a record says what the book says: titles and descriptions are
  /// the whole, and of authors others that are written behind them must not come to stand in front. Of a further record also
  /// series, which it can say only where nothing was said so far.
  private func whole(
    _ statements: [MARCStatement], _ remaining: Set<MARCStatement>, isFirst: Bool
  ) -> Set<MARCStatement.Kind> {
    Set(
      MARCStatement.Kind.allCases.filter { kind in
        let (given, own) = (statements.distinct(kind), said.distinct(kind))
        guard isFirst || remaining.isSuperset(of: own) else { return false }
        return switch kind {
        case .title: Set(given) == Set(own)
        case .description: given == own
        case .author: isBeginning(kind, statements)
        case .series: isFirst || isBeginning(kind, statements)
        }
      })
  }

  /// Whether what a record says of a kind is what the book says first of it.
  private func isBeginning(_ kind: MARCStatement.Kind, _ statements: [MARCStatement]) -> Bool {
    let given = statements.distinct(kind)
    return given.elementsEqual(said.distinct(kind).prefix(given.count))
  }

  /// Whether fields say by themselves what the book says.
  private func areTrue(_ fields: [MARCField], _ leader: String) -> Bool {
    let statements = MARCReading(MARCRecord(leader: leader, fields: fields)).units.flatMap(\.statements)
    return !statements.isEmpty && statements.allSatisfy(all.contains)
  }

  /// Whether fields of a further record may stand beside those that are there, and are none of them. Which number two fields know each
  /// other by says nothing: of all that are there it is zero.
  private static func mayStand(_ fields: [MARCField], beside present: [MARCField]) -> Bool {
    fields.allSatisfy { field in
      let isMain = MARCNames.mainEntries.contains(field.meaning)
      let isAlone = isMain || notRepeated.contains(field.meaning)
      // What belongs to a field that did not come makes no sense by itself.
      if isAlone, field.tag == "880", fields.count == 1 { return false }
      let unlinked = field.relinked(0)
      return present.allSatisfy { other in
        let isRival = isMain ? MARCNames.mainEntries.contains(other.meaning) : other.meaning == field.meaning
        return other != unlinked && !(isAlone && isRival)
      }
    }
  }

  /// Fields that a record has once at most (MARC 21 Format for Bibliographic Data, “NR”).
  private static let notRepeated: Set<String> = [
    "010", "018", "036", "038", "040", "042", "043", "044", "045", "066", "240", "243", "245", "254", "256", "263",
    "306", "310", "357", "507", "514", "841", "842", "844", "882",
  ]

  // MARK: What it says there

  /// The units that say something else where they stand now, among fields of other records and new ones.
  ///
  /// - Parameter record: all fields of the record that is to be written.
  func misread(_ leader: String, _ record: [Placed]) -> Set<Int> {
    let reading = MARCReading(MARCRecord(leader: leader, fields: record.map(\.field)))
    var misread: Set<Int> = []
    var (found, tags) = (Set(reading.ofLeader), Set<String>())
    for unit in reading.units {
      found.formUnion(unit.statements)
      if unit.statements.allSatisfy(all.contains) { continue }
      misread.formUnion(unit.places.compactMap { record[$0].unit })
      tags.insert(record[unit.places[0]].field.meaning)
    }
    // The next one of a tag of which the first counts would be the first.
    tags.formIntersection(MARCReading.tagsOfBook)
    let statements = reading.units.flatMap(\.statements)
    let disordered = [MARCStatement.Kind.author, .series].filter { statements.distinct($0) != said.distinct($0) }
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
  /// Adds a field behind those of its tag, else before those of higher ones.
  mutating func insert(_ field: MARCField, behindItsLike unit: Int?) {
    let place =
      lastIndex { $0.field.tag == field.tag }.map { $0 + 1 } ?? firstIndex { $0.field.tag > field.tag } ?? endIndex
    insert((field, unit), at: place)
  }
}
