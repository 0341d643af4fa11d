/// A file format in which books can be exported.
public enum ExportFormat: String, CaseIterable, Sendable {
  /// One JSON object per line, with all data of a book (docs/json.md).
  case jsonLines = "jsonl"
  /// A table with a header (RFC 4180), with all fields.
  case csv
  /// The table format of Goodreads exports, which most services can import. It has only whole stars, and no columns for
  /// series, languages and contributors.
  case goodreads
  /// MARC 21 records in ISO 2709, for libraries. Personal fields are left out.
  case marc
  /// MARC 21 records as XML, with the same content as ``marc``.
  case marcxml
  /// BibTeX entries, with the field names of biblatex (docs/citations.md).
  case bibtex
  /// RIS records.
  case ris
  /// An array of CSL-JSON objects.
  case cslJSON = "csl-json"

  /// Creates the format that a file name indicates: by its extension, or JSON Lines without an extension. Returns `nil`
  /// for an unknown extension.
  ///
  /// ```swift
  /// let format = ExportFormat(path: "books.bib")  // .bibtex
  /// ```
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
