/// The formats in which books can be written.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON object a line, with everything (docs/json.md).
  case jsonLines = "jsonl"
  /// A table with a header (RFC 4180), with every field.
  case csv
  /// The table that Goodreads exports, which most services read. It has whole stars, and no series, languages or
  /// contributors of their own.
  case goodreads
  /// Records of MARC 21 in ISO 2709, for libraries: without what is personal.
  case marc
  /// The same records as XML.
  case marcxml
  /// Entries of BibTeX, with the names of biblatex (docs/citations.md).
  case bibtex
  /// Records of RIS.
  case ris
  /// An array of objects of CSL-JSON.
  case cslJSON = "csl-json"

  /// The format that a file's name says: by its ending, and of one without an ending JSON Lines.
  ///
  /// - Returns: `nil` for an ending of no format.
  public init?(path: String) {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      self = .jsonLines
      return
    }
    switch name[name.index(after: dot)...] {
    case "jsonl", "ndjson", "json": self = .jsonLines
    case "csv": self = .csv
    case "mrc", "marc": self = .marc
    case "marcxml", "xml": self = .marcxml
    case "bib", "bibtex": self = .bibtex
    case "ris": self = .ris
    default: return nil
    }
  }
}
