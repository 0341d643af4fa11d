import Catalog
import CatalogTestSupport
import Testing

@testable import CatalogSources

/// Tests that each value of a bibliography is stored in the record, is reported, or is listed in docs/citations.md as
/// not reported.
@Suite("Nothing of a citation is lost without a word") struct SilentLossTests {
  /// A value that is valid as a year, as a number and as a text.
  private static let value = "1873"

  /// Returns true if the value of an entry is in the record, among the values left out, or among the reported columns.
  private func isFound(_ name: String, _ text: String, keepingColumns: Bool = false) async throws -> Bool {
    let folder = TemporaryFolder()
    var options = ImportInput.Options()
    options.keepsColumns = keepingColumns
    let input = try ImportInput(path: folder.write(name, Array(text.utf8)), options: options)
    var found: [String] = []
    while let batch = try await input.reader.nextBatch() {
      for row in batch.rows {
        found += BookField.allCases.compactMap { row[$0] }
        found += (row.record?.own ?? []).map { "\($0)" } + (row.record?.leftOut ?? []).map(\.description)
      }
    }
    if !keepingColumns { found += input.table.columns.map(\.example) }
    return found.contains { $0.contains(Self.value) }
  }

  /// Returns the names that docs/citations.md lists as not reported for a notation: those in backticks in its clause.
  private func unreported(of notation: String) throws -> Set<String> {
    let text = try Repository.text(of: "docs/citations.md")
    let start = try #require(text.firstRange(of: "What only steers")).lowerBound
    let sentence = text[start...].prefix { $0 != "." }.split(separator: ";")
    let part = try #require(sentence.first { $0.hasSuffix(" of \(notation)") })
    return Set(part.split(separator: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.1) })
  }

  @Test("of RIS, by every tag there may be")
  func ris() async throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for first in letters {
      for second in letters + "0123456789" where !["TY", "ER"].contains("\(first)\(second)") {
        let line = "\(first)\(second)  - \(Self.value)"
        #expect(try await isFound("a.ris", "TY  - BOOK\nTI  - A\n\(line)\nER  - \n"), "\(line)")
      }
    }
  }

  @Test("of BibTeX, by every field of biblatex and of the programs that write it", arguments: [false, true])
  func bibtex(_ keepingColumns: Bool) async throws {
    let unreported = try unreported(of: "BibTeX")
    #expect(unreported.isSuperset(of: BibTeXFields.steering))
    for field in Self.biblatex + Array(BibTeXFields.steering) where !field.hasPrefix("catalog-") {
      let text = "@book{a, title = {A}, \(field) = {\(Self.value)}}"
      let isFound = try await isFound("a.bib", text, keepingColumns: keepingColumns && !Self.isReported(field))
      #expect(isFound != unreported.contains(field), "\(field)")
    }
  }

  /// Returns true if a field has a meaning but its value in this test cannot be stored in a book.
  private static func isReported(_ field: String) -> Bool {
    [
      "booktitle", "booksubtitle", "file", "crossref", "xdata", "month", "day", "identifiers", "title",
    ].contains(field)
  }

  private static let biblatex = Set(
    """
    abstract addendum afterword annotation annotator author authortype bookauthor bookpagination booksubtitle booktitle \
    booktitleaddon chapter commentator date doi edition editor editora editorb editorc editortype editoratype \
    editorbtype editorctype eid entrysubtype eprint eprintclass eprinttype eventdate eventtitle eventtitleaddon file \
    foreword holder howpublished indextitle institution introduction isan isbn ismn isrn issn issue issuesubtitle \
    issuetitle issuetitleaddon iswc journalsubtitle journaltitle journaltitleaddon label language library location \
    mainsubtitle maintitle maintitleaddon month nameaddon note number organization origdate origlanguage origlocation \
    origpublisher origtitle pages pagetotal pagination part publisher pubstate reprinttitle series shortauthor \
    shorteditor shorthand shorthandintro shortjournal shortseries shorttitle subtitle title titleaddon translator type \
    url urldate venue version volume volumes year crossref entryset execute gender langid langidopts ids \
    indexsorttitle keywords options presort related relatedoptions relatedtype relatedstring sortkey sortname \
    sortshorthand sorttitle sortyear xdata xref namea nameb namec nameatype namebtype namectype lista listb listc \
    listd liste listf usera userb userc userd usere userf verba verbb verbc address annote archiveprefix journal key \
    pdf primaryclass school day owner size formats library_name groups mendeley-groups citation-number comment
    """.split(separator: " ").map(String.init)
  ).union(BibTeXFields.meanings.keys).sorted()

  @Test("of CSL-JSON, by every variable of CSL 1.0.2", arguments: [false, true])
  func csl(_ keepingColumns: Bool) async throws {
    let unreported = try unreported(of: "CSL-JSON")
    #expect(unreported.isSuperset(of: CSLFields.ofProgram))
    for name in Self.texts + Self.dates + Self.names {
      let value =
        Self.texts.contains(name)
        ? "\"\(Self.value)\""
        : Self.dates.contains(name)
          ? #"{"date-parts": [[\#(Self.value)]]}"# : #"[{"family": "Doe", "given": "\#(Self.value)"}]"#
      let text = #"[{"type": "book", "title": "A", "\#(name)": \#(value)}]"#
      let isReported = ["container-title", "custom", "categories", "title"].contains(name)
      let isFound = try await isFound("a.json", text, keepingColumns: keepingColumns && !isReported)
      #expect(isFound != unreported.contains(name), "\(name)")
    }
  }

  private static let texts = """
    abstract annote archive archive_collection archive_location archive-place authority call-number citation-key \
    citation-label collection-title container-title container-title-short dimensions division DOI event event-title \
    event-place genre ISBN ISSN journalAbbreviation jurisdiction keyword language license medium note \
    original-publisher original-publisher-place original-title part-title PMCID PMID publisher publisher-place \
    references reviewed-genre reviewed-title scale source status title title-short shortTitle URL volume-title \
    year-suffix chapter-number citation-number collection-number edition first-reference-note-number issue locator \
    number number-of-pages number-of-volumes page page-first part-number printing-number section supplement-number \
    version volume categories custom system_id
    """.split(separator: " ").map(String.init)

  private static let dates = ["accessed", "available-date", "event-date", "issued", "original-date", "submitted"]

  private static let names = """
    author chair collection-editor compiler composer container-author contributor curator director editor \
    editorial-director editor-translator executive-producer guest host illustrator interviewer narrator organizer \
    original-author performer producer recipient reviewed-author script-writer series-creator translator
    """.split(separator: " ").map(String.init)
}
