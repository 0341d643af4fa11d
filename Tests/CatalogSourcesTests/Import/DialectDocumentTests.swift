import CatalogModel
import CatalogTestSupport
import FoundationEssentials
import Testing

@testable import CatalogSources

/// docs/interchange.md is what the tables of dialects say.
@Suite("docs/interchange.md") struct DialectDocumentTests {
  @Test("says what becomes of each column; CATALOG_WRITE_DOCUMENTS=1 writes it anew")
  func document() throws {
    let text = DialectDocument.text
    if ProcessInfo.processInfo.environment["CATALOG_WRITE_DOCUMENTS"] == "1" {
      try Repository.write(text, to: "docs/interchange.md")
    }
    #expect(try Repository.text(of: "docs/interchange.md") == text)
  }
}

private enum DialectDocument {
  static var text: String {
    var lines = [
      "# What becomes of other programs' tables", "",
      "Made from the tables of dialects (`Sources/CatalogSources/Import/TableDialects.swift`). A table is known by its header;",
      "names of columns are compared without case, and with spaces in place of underscores. Where a dialect names no column of",
      "a field, those of “any table” are looked for. Of several columns of a field the first that says something is taken,",
      "where nothing else is said. A field of your own is made where such a column says something. Columns that are neither",
      "here nor there are named by the import, and nothing of them is kept, unless it is told to (`--keep-columns`).",
    ]
    lines += ["", "## Any table", "", "| field | columns |", "| --- | --- |"]
    for field in BookField.allCases {
      lines.append("| `\(field.rawValue)` | \(field.definition.columns.joined(separator: ", ")) |")
    }
    for dialect in TableDialect.all where !dialect.name.hasPrefix("catalog") { lines += section(dialect) }
    lines += [
      "", "## Documents", "",
      "What a program writes as one document of JSON is read as a table of the columns above. Of several places the first that",
      "says something is taken; a list, or an object whose members are numbered, is taken element by element.",
    ]
    for dialect in DocumentDialect.all { lines += section(dialect) }
    lines += [
      "", "## Lists of ISBNs", "",
      "A text with an ISBN in each line, or a table of that column alone, is a list of books whose titles are looked up. Blank",
      "lines, and what stands behind a `#`, are passed over. Other tables may do without a title where all their columns are",
      "known, or where `--map title=` says so.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ dialect: TableDialect) -> [String] {
    let signatures = dialect.signatures.map { $0.joined(separator: " and ") }.joined(separator: "; or by ")
    var lines = ["", "## \(dialect.name)", "", "Known by \(signatures).", ""]
    lines += ["| columns | become |", "| --- | --- |"]
    for field in BookField.allCases {
      guard let columns = dialect.columns[field], !columns.isEmpty else { continue }
      lines.append("| \(columns.joined(separator: ", else ")) | `\(field.rawValue)` |")
    }
    for addition in dialect.additions {
      let roles = addition.roles.map { ", \($0)" } ?? ""
      lines.append("| \(addition.column)\(roles) | \(meaning(of: addition.content)) |")
    }
    for column in dialect.ownFields {
      let choices = column.choices.isEmpty ? "" : ": \(column.choices.joined(separator: ", "))"
      let mark = column.kind == .flag ? ", where it is marked" : ""
      lines.append(
        "| \(column.column) | a field of your own, `\(column.name)` (\(column.kind.rawValue)\(choices))\(mark) |")
    }
    let rules =
      [
        dialect.uuid == "uuid" ? nil : "\(dialect.uuid) is the UUID.",
        dialect.hasSeriesInTitle
          ? "The series is read from the end of the title, “(Discworld, #1)”, which stays as it is." : nil,
        dialect.hidesFromSpreadsheets ? "Cells such as `=\"0142402494\"` are taken for what is inside." : nil,
        dialect.bracketsNumbersAndDates ? "Brackets around numbers and dates are dropped." : nil,
        dialect.hasMarkup ? "HTML in texts becomes plain text." : nil,
        dialect.fillsInUnknowns ? "The date 0101-01-01, and a number without a series, are none." : nil,
        dialect.coverPlaceholder.map { "An address with `\($0)` in it is no cover." },
        dialect.skippedRows.map { row in
          "Rows whose `\(row.column)` is \(row.words.sorted().joined(separator: " or ")) are left out."
        },
        dialect.repeated.isEmpty
          ? nil : "Nothing is lost with \(dialect.repeated.sorted().joined(separator: ", ")).",
      ].compactMap(\.self)
      + dialect.notKept.sorted { $0.key < $1.key }.map { "Nothing is kept of \($0), \($1)." }
    if !rules.isEmpty { lines += [""] + rules }
    return lines
  }

  private static func section(_ dialect: DocumentDialect) -> [String] {
    let place =
      switch dialect.place {
      case .numberedMembers: "Known by members whose names are numbers, of which each is a book."
      case .member(let name): "Known by the list `\(name)`; also as `archive.json` in a `.tar.gz`."
      }
    let rows = dialect.columns.map { column in
      let places = column.paths.map(\.description).joined(separator: ", else ")
      return "| \(places) | \(column.name) |"
    }
    let name = dialect.described == nil ? "LibraryThing, as JSON" : "BookWyrm, archive of an account"
    return ["", "### The document of \(name)", "", place, "", "| in the document | column |", "| --- | --- |"] + rows
  }

  private static func meaning(of content: ColumnAddition.Content) -> String {
    switch content {
    case .items(let field): "further `\(field.rawValue)`"
    case .authors: "further `authors`"
    case .invertedAuthors: "`authors`, turned from “Last, First”"
    case .people: "`authors`, and those with another role `contributors`, turned from “Last, First”"
    case .contributors: "`contributors`, with the role in brackets"
    case .shelves:
      "`tags`; a name of a read state is `readState` where nothing else says it, and no tag where it says it again"
    case .subjects: "`tags`, each step of `Fiction > Crime`"
    case .tag(let tag): "the tag `\(tag)`"
    case .identifier(let type): "an identifier `\(type)`"
    case .readCount: "`earlierReadings` without dates, as many as are not known otherwise"
    case .begunCount:
      "`earlierReadings` without dates, as many as are not known otherwise; one under way or given up is counted, too"
    case .copies: "`copies`"
    case .copy(let part): "`copies`: `\(part)`"
    case .typedIdentifiers: "`identifiers`"
    case .shopNumber: "an identifier `asin`, where it is no ISBN"
    case .paragraph(let field): "a paragraph of `\(field.rawValue)`"
    case .publication: "`publisher`, what stands in front of a bracket"
    case .seconds: "`duration`, in minutes"
    case .seriesDetails: "`series` and `seriesNumber`, of the first"
    case .readings: "`started` and `finished`, of the latest reading"
    case .stopped: "`finished` where nothing else says it, and `readState` abandoned where nothing else says that"
    case .isRead: "`readState` read"
    case .extent: "`pages`, where nothing else says them"
    }
  }
}
