/// Formats of bibliographies.
extension ImportFormat {
  /// The format that the end of a file's name says.
  ///
  /// - Parameter name: in small letters.
  static func citations(named name: String) -> ImportFormat? {
    if name.hasSuffix(".bib") || name.hasSuffix(".bibtex") { return .bibtex }
    return nil
  }
}
