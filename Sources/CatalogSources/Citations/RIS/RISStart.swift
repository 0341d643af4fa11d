/// What a file of RIS is known by.
enum RISStart {
  /// Whether the first line that says something begins a record.
  ///
  /// - Parameter start: the first bytes of a file, in which it may end anywhere.
  static func isOne(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start.withoutMark
    rest = rest.drop { $0 <= 32 }
    guard rest.starts(with: "TY ".utf8) else { return false }
    let text = rest.dropFirst(2).drop { $0 == 32 }
    return text.starts(with: "- ".utf8) || text.starts(with: "-\t".utf8)
  }
}
