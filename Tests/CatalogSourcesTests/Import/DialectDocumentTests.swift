import CatalogModel
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests that docs/interchange.md matches the tables of dialects.
@Suite("docs/interchange.md") struct DialectDocumentTests {
  @Test("says what becomes of each column; CATALOG_WRITE_DOCUMENTS=1 writes it anew")
  func document() throws {
    let text = DialectDocument.text
    if ProcessInfo.processInfo.environment["CATALOG_WRITE_DOCUMENTS"] == "1" {
      try Repository.write(text, to: "docs/interchange.md")
    }
    try expectEqual(Repository.text(of: "docs/interchange.md"), text)
  }
}

private enum DialectDocument {
  static var text: String {
    var lines = [
      "# Columns of other programs' files",
      "",
      "Import a file that another program exported:",
      "",
      "```console",
      "$ catalog import goodreads_library_export.csv --dry-run",
      "$ catalog import goodreads_library_export.csv",
      "```",
      "",
      "`catalog import` recognises the program by the columns of the file. This page lists the columns that it reads",
      "and the fields that they become. Columns that are not listed are reported, and not stored unless you add",
      "`--keep-columns`.",
      "",
      "- Column names are compared without case. Underscores count as spaces.",
      "- If a program has no column of its own for a field, the columns listed under “Any table” are used.",
      "- If several columns belong to a field, the first one with a value is used, unless a table says otherwise.",
      "- A custom field is created if its column has a value.",
      "",
      "The tables are generated from `Sources/CatalogSources/Import/TableDialects.swift`.",
    ]
    lines += ["", "## Any table", "", "| field | columns |", "| --- | --- |"]
    for field in BookField.allCases {
      lines.append("| `\(field.rawValue)` | \(field.definition.columns.joined(separator: ", ")) |")
    }
    for dialect in TableDialect.all where !dialect.name.hasPrefix("catalog") { lines += section(dialect) }
    lines += [
      "", "## JSON documents", "",
      "Some programs export one JSON document. It is read like a table with the columns above, taken from these parts",
      "of the document. If several parts are listed, the first one with a value is used. A list, or an object with",
      "numbered members, is read element by element.",
    ]
    for dialect in DocumentDialect.all { lines += section(dialect) }
    lines += [
      "", "## Lists of ISBNs", "",
      "A text file with an ISBN in each line, or a table with only that column, is a list of books whose titles are",
      "looked up. Blank lines, and text after a `#`, are ignored. Other tables need a title, unless all their columns",
      "are known or you add `--map title=`.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ dialect: TableDialect) -> [String] {
    let signatures = dialect.signatures.map { $0.joined(separator: " and ") }.joined(separator: "; or ")
    var lines = ["", "## \(dialect.name)", ""] + wrapped("Recognised by these columns: \(signatures).")
    lines += ["", "| columns | field |", "| --- | --- |"]
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
      let mark = column.kind == .flag ? ", if it is marked" : ""
      lines.append(
        "| \(column.column) | a custom field `\(column.name)` (\(column.kind.rawValue)\(choices))\(mark) |")
    }
    let rules =
      [
        dialect.uuid == "uuid" ? nil : "The column \(dialect.uuid) is the UUID.",
        dialect.hasSeriesInTitle
          ? "The series is read from the end of the title, “(Discworld, #1)”. The title is not changed." : nil,
        dialect.hidesFromSpreadsheets ? "Cells such as `=\"0142402494\"` are read without the formula." : nil,
        dialect.bracketsNumbersAndDates ? "Brackets around numbers and dates are removed." : nil,
        dialect.hasMarkup ? "HTML in texts is converted to plain text." : nil,
        dialect.fillsInUnknowns ? "The date 0101-01-01, and a series number without a series, are ignored." : nil,
        dialect.coverPlaceholder.map { "Cover addresses that contain `\($0)` are ignored." },
        dialect.skippedRows.map { row in
          "Rows are ignored if `\(row.column)` is \(row.words.sorted().joined(separator: " or "))."
        },
        dialect.repeated.isEmpty
          ? nil : "Not stored, without loss of data: \(dialect.repeated.sorted().joined(separator: ", ")).",
      ].compactMap(\.self)
      + dialect.notKept.sorted { $0.key < $1.key }.map { "The column \($0) is not stored \($1)." }
    if !rules.isEmpty { lines += [""] + rules.flatMap { listItem($0) } }
    return lines
  }

  /// Returns the lines of a list item.
  private static func listItem(_ text: String) -> [String] { wrapped("- \(text)", indent: "  ") }

  /// Breaks a text into lines of at most 120 characters.
  private static func wrapped(_ text: String, indent: String = "") -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 120 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(lines.isEmpty ? String(word) : "\(indent)\(word)")
      }
    }
    return lines
  }

  private static func section(_ dialect: DocumentDialect) -> [String] {
    let location =
      switch dialect.location {
      case .numberedMembers: "Recognised by members whose names are numbers. Each of them is a book."
      case .member(let name): "Recognised by the list `\(name)`. Also read as `archive.json` in a `.tar.gz`."
      }
    let rows = dialect.columns.map { column in
      let paths = column.paths.map(\.description).joined(separator: ", else ")
      return "| \(paths) | \(column.name) |"
    }
    let name = dialect.described == nil ? "LibraryThing, as JSON" : "BookWyrm, archive of an account"
    return ["", "### JSON document: \(name)", "", location, "", "| in the document | column |", "| --- | --- |"] + rows
  }

  private static func meaning(of content: ColumnAddition.Content) -> String {
    switch content {
    case .items(let field): "added to `\(field.rawValue)`"
    case .authors: "added to `authors`"
    case .invertedAuthors: "`authors`, converted from “Last, First”"
    case .people: "`authors`, or `contributors` for people with another role; converted from “Last, First”"
    case .contributors: "`contributors`, with the role in parentheses"
    case .shelves:
      "`tags`; the name of a read state sets `readState` if nothing else does, and is ignored if it repeats it"
    case .subjects: "`tags`, one for each level of `Fiction > Crime`"
    case .tag(let tag): "the tag `\(tag)`"
    case .identifier(let type): "an identifier `\(type)`"
    case .readCount: "`earlierReadings` without dates, for readings not known otherwise"
    case .begunCount:
      "`earlierReadings` without dates, for readings not known otherwise; current and abandoned ones count, too"
    case .copies: "`copies`"
    case .copy(let part): "`copies`: `\(part)`"
    case .typedIdentifiers: "`identifiers`"
    case .shopNumber: "an identifier `asin`, unless it is an ISBN"
    case .paragraph(let field): "a paragraph of `\(field.rawValue)`"
    case .publication: "`publisher`, up to a parenthesis"
    case .seconds: "`duration`, converted to minutes"
    case .seriesDetails: "`series` and `seriesNumber` of the first series"
    case .readings: "`started` and `finished` of the latest reading"
    case .stopped: "`finished`, and `readState` abandoned, each if nothing else provides it"
    case .isRead: "`readState` read"
    case .extent: "`pages`, if nothing else provides them"
    }
  }
}
