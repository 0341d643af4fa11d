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
    if RISStart.isOne(start) { return .ris }
    return isCSL(start) ? .json : nil
  }

  /// Whether a document is CSL-JSON: an array whose first object has a type, and what it says of a work.
  static func isCSL(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop { $0 <= 32 }
    guard rest.first == UInt8(ascii: "[") else { return false }
    // Behind the reasons in a file of what was rejected.
    rest = rest.dropFirst()
    for _ in 1...8 {
      let names = Set(DocumentStart(rest).members.map(\.name))
      if names.contains("type"), !names.isDisjoint(with: ["title", "author", "issued", "editor", "id"]) { return true }
      guard names.isEmpty || names == ["reason"], let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return false }
      rest = rest[(end + 1)...].drop { $0 <= 32 || $0 == UInt8(ascii: ",") }
    }
    return false
  }
}
