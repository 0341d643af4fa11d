/// Recognises BibTeX files.
enum BibTeXStart {
  /// The number of bytes to examine.
  static let bytes = 16_384

  /// Returns true if the file begins with an entry. Blank lines and comment lines, which begin with `%`, may come
  /// first.
  ///
  /// - Parameter start: The first bytes of a file, which may be cut at any position.
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
