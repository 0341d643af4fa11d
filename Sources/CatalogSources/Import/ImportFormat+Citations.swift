/// Detection of bibliography formats.
extension ImportFormat {
  /// Returns the bibliography format that the file extension indicates, or `nil` for other extensions.
  ///
  /// - Parameter name: The name of the file, in lowercase.
  static func citations(named name: String) -> ImportFormat? {
    if name.hasSuffix(".bib") || name.hasSuffix(".bibtex") { return .bibtex }
    return name.hasSuffix(".ris") ? .ris : nil
  }

  /// Returns the bibliography format that the first bytes of a file indicate, or `nil` if the file is not a
  /// bibliography. The bytes may be cut off anywhere.
  static func citations(_ start: ArraySlice<UInt8>) -> ImportFormat? {
    if BibTeXStart.isOne(start) { return .bibtex }
    return RISStart.isOne(start) ? .ris : nil
  }
}
