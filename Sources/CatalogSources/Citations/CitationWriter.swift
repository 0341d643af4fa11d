import CatalogModel

/// Writes books as entries of a bibliography.
enum CitationWriter: Sendable {
  case bibtex(BibTeXWriter)
  case ris(RISWriter)
  case csl(CSLWriter)

  /// The start of the output.
  var beginning: [UInt8] { if case .csl = self { Array("[\n".utf8) } else { [] } }

  /// The bytes between two entries.
  var separator: [UInt8] {
    switch self {
    case .bibtex: Array("\n".utf8)
    case .ris: Array("\r\n".utf8)
    case .csl: Array(",\n".utf8)
    }
  }

  /// The end of the output.
  var end: [UInt8] { if case .csl = self { Array("\n]\n".utf8) } else { [] } }

  func entry(of book: Book) -> [UInt8] {
    switch self {
    case .bibtex(let writer): writer.entry(of: book)
    case .ris(let writer): writer.entry(of: book)
    case .csl(let writer): writer.entry(of: book)
    }
  }
}
