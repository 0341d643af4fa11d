import CatalogModel

/// Reads books from BibTeX and biblatex, one entry a book. Articles, papers and what else is no book are passed over, and
/// counted.
final class BibTeXReader: RowReader {
  private let scanner: BibTeXScanner
  private let citations: CitationReader
  private let keepsUnknown: Bool
  private var definitions = BibTeXDefinitions()
  private var relations = BibTeXRelations()
  private var number = 0
  /// What was read and not given yet.
  private var ready: ArraySlice<ImportRow> = []
  /// The books whose parts were met, so that each comes once.
  private var booksOfParts: Set<String> = []
  private static let partLimit = 100_000

  private var counter: EntryCounter { citations.counter }

  init(_ input: TextInput, _ citations: CitationReader, keepsUnknown: Bool) {
    scanner = BibTeXScanner(input)
    (self.citations, self.keepsUnknown) = (citations, keepsUnknown)
  }

  func next() throws -> ImportRow? {
    while ready.isEmpty, let found = try scanner.next() { take(found) }
    if ready.isEmpty { for entry in relations.takeAllHeld() { give(entry) } }
    return ready.popFirst()
  }

  private func take(_ found: BibTeXScanner.Found) {
    let entry = BibTeXEntry(found.bytes)
    if let problem = found.problem ?? entry.problem {
      if found.problem != nil, entry.type == "comment" { return }
      return reject(found.bytes, entry, problem)
    }
    switch entry.type {
    case "comment", "preamble", "set": return
    case "string": definitions.define(entry.fields)
    default:
      for entry in relations.take(BibTeXRelations.Entry(entry: entry, raw: found.bytes)) { give(entry) }
    }
  }

  private func reject(_ raw: [UInt8], _ entry: BibTeXEntry, _ problem: String) {
    number += 1
    let name = entry.key.isEmpty ? "" : "entry \(entry.key.shortened(to: 60)): "
    ready.append(
      ImportRow(
        number: number, content: .rejected(reason: name + problem), raw: raw,
        remoteID: entry.key.isEmpty || entry.key.utf8.count > SourceRecord.remoteIDBytes ? nil : entry.key))
  }

  private func give(_ entry: BibTeXRelations.Entry) {
    if entry.entry.type == "xdata" { return }
    let values = relations.values(of: entry.entry).map { value in
      let (bytes, undefined) = definitions.text(of: value.pieces)
      if let undefined { counter.count("@string \(undefined)", undefined) }
      return BibTeXCitation.Value(name: value.name, plain: value.name.lowercased(), bytes: bytes)
    }
    if let missing = relations.missing(of: entry.entry) { counter.count("crossref", missing) }
    let read = BibTeXCitation(entry.entry, values, counter: counter, keepsUnknown: keepsUnknown).citation
    guard let citation = book(of: read, entry.entry) else { return counter.countPassedOver() }
    number += 1
    do {
      ready.append(ImportRow(number: number, content: .record(try citations.record(of: citation)), raw: entry.raw))
    } catch {
      number -= 1
      reject(entry.raw, entry.entry, String(describing: error))
    }
  }

  /// The book that an entry is about; `nil` where it is about none, or the book has an entry of its own.
  private func book(of citation: Citation, _ entry: BibTeXEntry) -> Citation? {
    switch CitationType.meaning(of: citation.type) {
    case .book: return citation
    case .other: return nil
    case .bookWithISBN: return citation[.isbn] == nil ? nil : citation
    case .part:
      if relations.hasBook(for: entry) { return nil }
      guard let book = citation.book(countingIn: counter) else { return citation }
      let name = book[.isbn] ?? Fold.letters(of: (book[.title] ?? "") + (book[.date] ?? ""))
      if booksOfParts.count < Self.partLimit, !booksOfParts.insert(name).inserted { return nil }
      return book
    }
  }
}
