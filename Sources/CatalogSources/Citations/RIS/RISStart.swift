/// Recognises RIS files.
enum RISStart {
  /// Returns true if the first nonblank line begins a record.
  ///
  /// - Parameter start: The first bytes of a file, which may be cut at any position.
  static func isOne(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start.withoutMark
    rest = rest.drop { $0 <= 32 }
    guard rest.starts(with: "TY ".utf8) else { return false }
    let text = rest.dropFirst(2).drop { $0 == 32 }
    return text.starts(with: "- ".utf8) || text.starts(with: "-\t".utf8)
  }
}
