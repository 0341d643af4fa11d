/// Formats of bibliographies.
extension ImportFormat {
  /// The format that the end of a file's name says.
  ///
  /// - Parameter name: in small letters.
  static func citations(named name: String) -> ImportFormat? {
    if name.hasSuffix(".bib") || name.hasSuffix(".bibtex") { return .bibtex }
    return name.hasSuffix(".ris") ? .ris : nil
  }

  /// The format that the first bytes of a file say, in which it may end anywhere; `nil` where they are no bibliography's.
  static func citations(_ start: ArraySlice<UInt8>) -> ImportFormat? {
    if BibTeXStart.isOne(start) { return .bibtex }
    return RISStart.isOne(start) ? .ris : nil
  }
}
