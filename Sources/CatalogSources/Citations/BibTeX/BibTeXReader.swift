import CatalogModel

/// Reads books from BibTeX and biblatex, one per entry. Articles, papers and other entries that are not books are
/// skipped and counted.
final class BibTeXReader: RowReader {
  private let scanner: BibTeXScanner
  private let citations: CitationReader
  private let keepsUnknown: Bool
  private var definitions = BibTeXDefinitions()
  private var relations = BibTeXRelations()
  private var number = 0
  /// The rows that were read but not yet returned.
  private var ready: ArraySlice<ImportRow> = []
  private var books = CitedBooks()

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
    let meaning = CitationType.meaning(of: entry.entry.type)
    // Skip a part of a book if the book has its own entry. Also skip entries that are not books.
    if meaning == .other || meaning == .part && relations.hasBook(for: entry.entry) { return counter.countPassedOver() }
    let fields = relations.values(of: entry.entry)
    if meaning == .bookWithISBN, !fields.contains(where: { $0.name.lowercased().hasPrefix("isbn") }) {
      return counter.countPassedOver()
    }
    let values = fields.map { value in
      let (bytes, undefined) = definitions.text(of: value.pieces)
      if let undefined { counter.count("@string \(undefined)", undefined) }
      return BibTeXCitation.Value(name: value.name, plain: value.name.lowercased(), bytes: bytes)
    }
    if let missing = relations.missing(of: entry.entry) { counter.count("crossref", missing) }
    let read = BibTeXCitation(entry.entry, values, counter: counter, keepsUnknown: keepsUnknown).citation
    guard let citation = books.book(of: read, countingIn: counter) else { return counter.countPassedOver() }
    number += 1
    do {
      ready.append(ImportRow(number: number, content: .record(try citations.record(of: citation)), raw: entry.raw))
    } catch {
      number -= 1
      reject(entry.raw, entry.entry, String(describing: error))
    }
  }
}
