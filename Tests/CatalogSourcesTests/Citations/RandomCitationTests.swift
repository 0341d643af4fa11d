import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests with books whose values are hard to write as bibliographies. A catalog is exported, imported into an empty
/// catalog and exported again.
@Suite("Random bibliographies") struct RandomCitationTests {
  private static let lines = [
    "TY  - BOOK", " TY  - BOOK", "   ER  -", "ER  - ", "AB -x", "PB  -\tx", "A1   - y", "T-  - z", "", " ", "\t",
    "a\tb", "\tc",
    "d\t", "e  f",
    "\\foo{bar}", "\\foo[x]{y} {z}", "{", "}", "@book{a,", "%", "{\\\"o}", "--", "'' ``", "é", "村", "“”",
  ]
  private static let words = [
    "Dune", "\\foo{bar}", "NASA", "{x}", "a & b", "50%", "Łódź", "C:\\Users", "-- x", "@x{y", "#1",
  ]
  private static let names = [
    "Herbert, Frank", "Frank Herbert", "Ursula K. Le Guin", "Le Guin, Ursula K.", "Herbert,Frank", "Sony, Inc.",
    "Homer",
    "Martin Luther King, Jr.", "World Health Organization", "\\foo{Bar}", "others", "A and B", "村上 春樹",
    "Sr. Maria", "MD Rahman", "Ann,and Bo", "Ann, Bo,", "Ann,\u{301} Bo", "Ann\u{600} Bo, Lee", "\u{600} Ann Bo",
  ]
  private static let identifiers = [
    "1234-5679", "0028-0836", "none of it", "12345679", "0-441-47812-3", "9780441478125", "10.1000/x_y",
    "http://a.example/~b%20",
    "ISSN 1234-5679", "0", "n/a", "x{y}", "a|b;c",
  ]
  private static let properties = [
    "edition", "place", "volume", "printed-number", "call-number", "short-title", "accessed",
  ]

  private func text(_ generator: inout SeededGenerator) -> String {
    (0...generator.roll(5)).map { _ in
      generator.oneIn(4) ? generator.scalars(upTo: 4) : generator.pick(Self.lines)
    }.joined(separator: generator.oneIn(5) ? "\n\n\n" : "\n")
  }

  private func line(_ generator: inout SeededGenerator) -> String {
    (0...generator.roll(3)).map { _ in generator.pick(Self.words) }.joined(separator: " ")
  }

  /// Returns names, often two forms of one person's name.
  private func names(_ generator: inout SeededGenerator) -> [String] {
    let known = generator.oneIn(2) ? Self.names.prefix(4) : Self.names[...]
    return (0...generator.roll(4)).map { _ in generator.pick(known) }
  }

  private func fields(_ generator: inout SeededGenerator) throws -> [BookField: FieldValue] {
    var drawn: [BookField: FieldValue] = [.title: .text(line(&generator))]
    func draws() -> Bool { !generator.oneIn(2) }
    for field in [BookField.notes, .review, .description] where draws() { drawn[field] = .text(text(&generator)) }
    for field in [BookField.subtitle, .series, .publisher] where draws() { drawn[field] = .text(line(&generator)) }
    if draws() { drawn[.authors] = .list(names(&generator)) }
    if draws() {
      drawn[.contributors] = .records(
        names(&generator).map { Contributor($0, role: generator.pick(["edt", "trl", "ill", "binder"])).record })
    }
    if draws() {
      drawn[.identifiers] = .records(
        (0...generator.roll(5)).map { _ in
          BookIdentifier(
            generator.pick(["issn", "issn", "isbn", "doi", "uri", "lccn", "shop"]), generator.pick(Self.identifiers)
          ).record
        })
    }
    for field in [BookField.isbn, .pages, .published, .firstPublished, .seriesNumber] where draws() {
      drawn[field] = generator.value(of: field)
    }
    // Leaves out values that the field cannot store.
    return drawn.reduce(into: [:]) { fields, pair in
      if let value = try? pair.key.canonical(pair.value) { fields[pair.key] = value }
    }
  }

  /// Creates a catalog with user-defined fields that are added in random order. Not every book has all of them.
  private func catalog(_ generator: inout SeededGenerator) async throws -> TemporaryCatalog {
    let temporary = try TemporaryCatalog()
    var own: [BookField] = []
    for name in (["shelf", "größe", "mood", "a-1"] + Self.properties).shuffled(using: &generator) {
      own.append(try await temporary.catalog.addField(name, .text).field)
    }
    for _ in 0..<6 {
      var fields = try fields(&generator)
      for field in own where generator.oneIn(3) {
        let text = generator.oneIn(3) ? text(&generator) : generator.oneIn(2) ? "7" : line(&generator)
        if let value = try? field.canonical(.text(text)) { fields[field] = value }
      }
      let all = fields
      _ = try await temporary.catalog.write { try $0.add(all) }
    }
    return temporary
  }

  private func export(_ temporary: TemporaryCatalog, _ format: ExportFormat, isASCII: Bool) throws -> [UInt8] {
    try temporary.catalog.read { snapshot in
      let export = BookExport(
        format: format, isForSpreadsheets: false, isASCII: isASCII, fields: try snapshot.fields())
      var entries: [[UInt8]] = []
      try snapshot.forEachBookByID { entries.append(export.line(for: $0, unknown: [])) }
      return export.beginning + Array(entries.joined(separator: export.separator)) + export.end
    }
  }

  /// Returns the texts of each book, in the order of the books' UUIDs.
  private func texts(_ temporary: TemporaryCatalog) throws -> [String] {
    try temporary.catalog.read { snapshot in
      let own = try snapshot.fields()
      var texts: [String] = []
      try snapshot.forEachBookByID { book in
        let values = [BookField.title, .subtitle, .series, .publisher, .notes, .review, .description].map {
          "\($0): \(book[$0]?.typedText ?? "")"
        }
        let ofOwn = own.values(of: book).map { "\($0.name): \($1.typedText)" }.filter { !$0.hasPrefix("citation-key") }
        texts.append("\(book.uuid) \(values) \(ofOwn.sorted())")
      }
      return texts.sorted()
    }
  }

  @Test("are the same when they are read and written again", arguments: SimulatedSeeds.range(count: 8))
  func roundTrips(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let first = try await catalog(&generator)
    let folder = TemporaryFolder()
    for (format, name, isASCII) in [
      (ExportFormat.bibtex, "a.bib", false), (.bibtex, "a.bib", true), (.ris, "a.ris", false),
      (.cslJSON, "a.json", false),
    ] {
      let written = try export(first, format, isASCII: isASCII)
      let second = try TemporaryCatalog()
      let input = try ImportInput(path: folder.write(name, written))
      let report = try await second.catalog.importRecords(from: input.reader, source: "books")
      #expect(report.counts.rejected == 0 && report.counts.leftOut == 0, "seed \(seed), \(format)")
      expectEqual(input.table.columns.map(\.name), [], "seed \(seed), \(format)")
      let again = try export(second, format, isASCII: isASCII)
      if written != again {
        let difference = zip(written.split(separator: 10), again.split(separator: 10)).first { $0 != $1 }
        let shown = difference.map { [$0, $1].map { String(decoding: $0, as: UTF8.self) } }
        Issue.record("seed \(seed), \(format): \(shown ?? [])")
      }
      // Values that both exports lose are found only by comparing the books.
      for (stated, read) in zip(try texts(first), try texts(second)) where stated != read {
        Issue.record("seed \(seed), \(format): \([stated, read])")
      }
    }
  }
}
