/// What a file of BibTeX is known by.
enum BibTeXStart {
  /// How many bytes are looked at.
  static let bytes = 16_384

  /// Whether an entry begins a line that has nothing but comments in front: lines with `%`, and such without commas.
  ///
  /// - Parameter start: the first bytes of a file, in which it may end anywhere.
  static func isOne(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start.withoutMark
    while !rest.isEmpty {
      rest = rest.drop { $0 <= 32 }
      if rest.first == UInt8(ascii: "@") { return isEntry(rest.dropFirst()) }
      let line = rest.prefix { $0 != 10 && $0 != 13 }
      guard line.first == UInt8(ascii: "%") else { return false }
      rest = rest.dropFirst(line.count)
    }
    return false
  }

  private static func isEntry(_ rest: ArraySlice<UInt8>) -> Bool {
    let word = rest.prefix { $0.isASCIILetterOrDigit }
    let next = rest.dropFirst(word.count).drop { $0 <= 32 }.first
    return (2...40).contains(word.count) && (next == UInt8(ascii: "{") || next == UInt8(ascii: "("))
  }
}
