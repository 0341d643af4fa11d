/// The syntax of RIS lines. A tag is two letters, or a letter and a digit, followed by spaces, a hyphen and a blank.
enum RISLine {
  /// Returns the tag of a line and the start of its text; `nil` if the line continues the previous line.
  static func tag<Bytes: BidirectionalCollection<UInt8>>(of line: Bytes) -> (name: String, text: Bytes.Index)? {
    let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let name = line.prefix(2)
    guard name.count == 2, let first = name.first, letters.contains(first), let second = name.last,
      letters.contains(second) || digits.contains(second)
    else { return nil }
    let afterName = line[name.endIndex...]
    let spaces = afterName.prefix(4).prefix { $0 == 32 }.count
    let rest = afterName.dropFirst(spaces)
    guard (1...3).contains(spaces), rest.first == UInt8(ascii: "-") else { return nil }
    let text = rest.dropFirst()
    guard text.isEmpty || text.first.map(isBlank) == true else { return nil }
    return (String(decoding: name, as: UTF8.self), text.drop(while: isBlank).startIndex)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  /// Returns a string as it is written after a tag. If a later line looks as if it began with a tag, it is indented by
  /// one more space.
  static func folded(_ text: String) -> String {
    guard text.holds(10) else { return text }
    var lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map(Substring.init)
    for index in lines.indices.dropFirst() where looksTagged(lines[index].utf8) { lines[index] = " " + lines[index] }
    return lines.joined(separator: "\r\n")
  }

  /// Returns the text of a line without a tag, reversing ``folded(_:)``.
  static func unfolded(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.first == 32 && looksTagged(line) ? line.dropFirst() : line
  }

  /// Returns true if a line has a tag after optional spaces.
  private static func looksTagged(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    tag(of: line.drop { $0 == 32 }) != nil
  }
}
