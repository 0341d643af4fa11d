import CatalogModel

/// Makes a citation of an entry of BibTeX.
struct BibTeXCitation {
  /// A field whose words are replaced by what they stand for.
  struct Value {
    /// As it is written.
    let name: String
    /// In small letters.
    let plain: String
    let bytes: ArraySlice<UInt8>
  }

  private let values: [Value]
  private let counter: EntryCounter
  private let keepsUnknown: Bool
  private(set) var citation = Citation()

  /// - Parameters:
  ///   - values: those of the entry, then those that it has from others. Of one name the first counts.
  ///   - keepsUnknown: whether a field that is not known becomes one of the user's own.
  init(_ entry: BibTeXEntry, _ values: [Value], counter: EntryCounter, keepsUnknown: Bool) {
    (self.values, self.counter, self.keepsUnknown) = (values, counter, keepsUnknown)
    citation.type = entry.type
    if !entry.key.isEmpty { citation.key = entry.key }
    citation.uuid = text(of: CitationExtras.uuid)
    addDate()
    addIdentifiers()
    var seen: Set<String> = []
    for value in values where seen.insert(value.plain).inserted { add(value) }
  }

  private func bytes(of name: String) -> ArraySlice<UInt8>? { values.first { $0.plain == name }?.bytes }

  private func text(of name: String) -> String? {
    bytes(of: name).map(LaTeXDecoder.line).flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func add(_ value: Value) {
    if let meaning = BibTeXFields.meanings[value.plain] { return add(value.bytes, meaning) }
    if OwnFieldName.isOne(value.name) { return citation.add(LaTeXDecoder.text(value.bytes), .own(value.name)) }
    let text = LaTeXDecoder.text(value.bytes)
    guard keepsUnknown, let name = OwnFieldName.keeping(value.name) else { return counter.count(value.plain, text) }
    citation.add(text, .own(BookField.ownPrefix + name))
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ meaning: BibTeXFields.Meaning) {
    switch meaning {
    // Both may be there, and say the same.
    case .line(.language) where citation[.language] != nil: break
    case .line(let field): citation.add(LaTeXDecoder.line(bytes), field)
    case .text(let field): citation.add(LaTeXDecoder.text(bytes), field)
    case .verbatim(let field): citation.add(LaTeXDecoder.verbatim(bytes), field)
    case .names(let role): add(bytes, as: role)
    case .namesOf(let type): add(bytes, as: text(of: type).map(CitedRole.named) ?? .editor)
    case .files: for file in BibTeXFiles.files(in: bytes) { citation.add(file, .file) }
    case .ofEntry: break
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, as role: CitedRole) {
    let (names, hasOthers) = BibTeXNames.names(in: bytes)
    if hasOthers { counter.count("and others", names.last ?? "others") }
    citation.add(names, as: role)
  }

  /// A date of biblatex, else a year with the month and the day beside it.
  private mutating func addDate() {
    guard bytes(of: "date") == nil, var date = text(of: "year") else { return }
    let digits = date.drop { $0 == "-" }
    if digits.isDigits, (3...4).contains(digits.utf8.count), let month = text(of: "month") {
      let words = month.split { !$0.isLetter && !$0.isNumber }
      if let number = words.lazy.compactMap({ CitationDate.month(named: String($0)) }).first {
        date += "-" + String(number).leftPadded(to: 2)
        // `jan # "~10"`, or a field of its own.
        let days =
          words.filter { $0.isDigits && CitationDate.month(named: String($0)) != number }
          + [text(of: "day")].compactMap { $0?[...] }
        if let day = days.first.flatMap({ Int($0) }), (1...31).contains(day) {
          date += "-" + String(day).leftPadded(to: 2)
        }
      }
    }
    citation.add(date, .date)
  }

  private mutating func addIdentifiers() {
    if let eprint = bytes(of: "eprint").map(LaTeXDecoder.verbatim), !eprint.isEmpty {
      let type = (text(of: "eprinttype") ?? text(of: "archiveprefix") ?? "arxiv").lowercased()
      citation.add(eprint, .identifier(type))
    }
    // calibre's own.
    var given = GivenIdentifiers()
    for text in text(of: "identifiers")?.split(separator: ",") ?? [] { given.add(String(text), scheme: nil) }
    if let uuid = text(of: "uuid") { given.add(uuid, scheme: "uuid") }
    if let isbn = given.isbn, bytes(of: "isbn") == nil { citation.add(isbn.digits, .isbn) }
    for identifier in given.others { citation.add(identifier.value, .identifier(identifier.type)) }
    // Fields of the user's own whose names are none in BibTeX.
    for item in bytes(of: BibTeXFields.own).map(LaTeXDecoder.text).map(ListDivision.records.items) ?? [] {
      let parts = ListDivision.parts.items(of: item).map { $0.trimmed() }
      if parts.count == 2 { citation.add(parts[1], .own(parts[0])) }
    }
  }
}
