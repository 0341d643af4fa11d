import CatalogModel
import Platform

/// Converts a BibTeX entry to a citation.
struct BibTeXCitation {
  /// A field of an entry. Words that `@string` defines are already replaced in its value.
  struct Value {
    /// The name as written.
    let name: String
    /// The name in lowercase.
    let plain: String
    let bytes: ArraySlice<UInt8>
  }

  private let values: [Value]
  private let counter: EntryCounter
  private let keepsUnknown: Bool
  /// The ISBN in calibre's field `identifiers`.
  private var givenISBN: String?
  private(set) var citation = Citation()

  /// Creates a citation.
  ///
  /// - Parameters:
  ///   - values: The fields of the entry, followed by its inherited fields. An inherited field is used only if the
  ///     entry has no field with the same name.
  ///   - keepsUnknown: True to store unknown fields as custom fields.
  init(_ entry: BibTeXEntry, _ values: [Value], counter: EntryCounter, keepsUnknown: Bool) {
    (self.values, self.counter, self.keepsUnknown) = (values, counter, keepsUnknown)
    citation.type = entry.type
    if !entry.key.isEmpty { citation.key = entry.key }
    citation.uuid = text(of: CitationExtras.uuid)
    addDate()
    addIdentifiers()
    var seen: Set<String> = []
    for (index, value) in values.enumerated() {
      if seen.insert(value.plain).inserted { add(value) } else if index < entry.fields.count { addAgain(value) }
    }
    // calibre's ISBN comes after the ISBNs in the entry's own fields.
    citation.add(givenISBN, .isbn)
  }

  /// Adds a field whose name already occurred in the entry with a different value. If an entry can have only one field
  /// with this name, the repeated value is counted as not stored.
  private mutating func addAgain(_ value: Value) {
    if bytes(of: value.plain) == value.bytes { return }
    switch BibTeXFields.meanings[value.plain] {
    case .ofEntry, .beside, .line(.exact), .text(.exact):
      counter.count("second \(value.plain)", LaTeXDecoder.line(value.bytes))
    default: add(value)
    }
  }

  private func bytes(of name: String) -> ArraySlice<UInt8>? { values.first { $0.plain == name }?.bytes }

  private func text(of name: String) -> String? {
    bytes(of: name).map(LaTeXDecoder.line).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func add(_ value: Value) {
    switch BibTeXFields.meanings[value.plain] {
    case .beside(let other)?: if text(of: other) == nil { addUnknown(value) }
    case let meaning?: add(value.bytes, meaning)
    case nil: addUnknown(value)
    }
  }

  private mutating func addUnknown(_ value: Value) {
    if OwnFieldName.isOne(value.name) { return citation.add(LaTeXDecoder.text(value.bytes), .own(value.name)) }
    let text = LaTeXDecoder.text(value.bytes)
    guard keepsUnknown, let name = OwnFieldName.keeping(value.name) else { return counter.count(value.plain, text) }
    citation.add(text, .own(BookField.ownPrefix + name))
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ meaning: BibTeXFields.Meaning) {
    switch meaning {
    // A tilde is a space in LaTeX, but in a date it means “approximately”.
    case .line(let field) where [.date, .originalDate].contains(field) && bytes.last == UInt8(ascii: "~"):
      citation.add(LaTeXDecoder.line(bytes) + "~", field)
    case .line(let field): citation.add(LaTeXDecoder.line(bytes), field)
    case .text(let field): citation.add(LaTeXDecoder.text(bytes), field)
    case .verbatim(let field): citation.add(LaTeXDecoder.verbatim(bytes), field)
    case .names(let role): add(bytes, as: role)
    case .namesOf(let type): add(bytes, as: text(of: type).map(CitedRole.named) ?? .editor)
    case .files: for file in BibTeXFiles.files(in: bytes) { citation.add(file, .file) }
    case .beside, .ofEntry: break
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, as role: CitedRole) {
    let (names, hasOthers) = BibTeXNames.names(in: bytes)
    if hasOthers { counter.count("and others", names.last ?? "others") }
    citation.add(names, as: role)
  }

  /// Adds the date from biblatex's field `date`, or else from the fields `year`, `month` and `day`. Values that
  /// contribute nothing are counted as not stored.
  private mutating func addDate() {
    let date = text(of: "date").flatMap(CitationDate.date)
    let year = text(of: "year")
    // Often, `month` and `day` only repeat a part of the date. To check this, combine them with the year and compare.
    guard let inYear = year ?? date.flatMap({ try? PartialDate(year: $0.year) }).map(CitationDate.text) else {
      for name in ["month", "day"] { counter.count(name, text(of: name) ?? "") }
      return
    }
    let parts = dateByParts(of: inYear)
    guard let date else { return citation.add(parts, .date) }
    if !CitationDate.text(of: date).hasPrefix(parts) { counter.count(year == nil ? "month" : "year", parts) }
  }

  /// Returns a date such as `1965-08-01`, built from a year and the entry's fields `month` and `day`.
  private func dateByParts(of year: String) -> String {
    let digits = year.drop { $0 == "-" }
    let isYear = digits.isDigits && (3...4).contains(digits.utf8.count)
    var day = text(of: "day")
    defer { counter.count("day", day ?? "") }
    guard let month = text(of: "month") else { return year }
    // The day may be part of the month, as in `jan # "~10"`, or a field of its own.
    let words = month.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let monthIndices = words.indices.filter { CitationDate.month(named: words[$0]) != nil }
    guard isYear, let monthIndex = monthIndices.first(where: { !words[$0].isDigits }) ?? monthIndices.first,
      let number = CitationDate.month(named: words[monthIndex])
    else {
      counter.count("month", month)
      return year
    }
    var date = year + "-" + String(number).leftPadded(to: 2)
    var rest = words
    rest.remove(at: monthIndex)
    if let dayIndex = rest.firstIndex(where: Self.isDay) {
      date += "-" + rest.remove(at: dayIndex).leftPadded(to: 2)
    } else if let only = day, Self.isDay(only) {
      date += "-" + only.leftPadded(to: 2)
      day = nil
    }
    if let lost = rest.first { counter.count("month", lost) }
    return date
  }

  private static func isDay(_ word: String) -> Bool { Int(word).map((1...31).contains) == true }

  private mutating func addIdentifiers() {
    if let eprint = bytes(of: "eprint").map(LaTeXDecoder.verbatim), !eprint.isEmpty {
      let type = (text(of: "eprinttype") ?? text(of: "archiveprefix") ?? "arxiv").lowercased()
      citation.add(eprint, .identifier(type))
    }
    // The fields that calibre writes.
    var given = GivenIdentifiers()
    for item in text(of: "identifiers")?.divided(at: ",") ?? [] {
      let before = given
      given.add(item, scheme: nil)
      if given == before { counter.count("identifiers", item) }
    }
    if let uuid = text(of: "uuid") { given.add(uuid, scheme: "uuid") }
    givenISBN = given.isbn?.digits
    for value in given.leftOut { counter.count("identifiers", value.value) }
    for identifier in given.others { citation.add(identifier.value, .identifier(identifier.type)) }
    // Custom fields whose names are not valid in BibTeX.
    for item in bytes(of: BibTeXFields.own).map(LaTeXDecoder.text).map(ListDivision.records.items) ?? [] {
      let parts = ListDivision.parts.items(of: item).map { $0.trimmed() }
      if parts.count == 2 { citation.add(parts[1], .own(parts[0])) } else { counter.count(BibTeXFields.own, item) }
    }
  }
}
