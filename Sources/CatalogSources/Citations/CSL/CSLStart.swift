/// What a file of CSL-JSON is known by.
enum CSLStart {
  /// How many elements are looked at: the first may be a reason in a file of what was rejected, or none of a book.
  private static let elements = 8
  private static let ofWorks: Set<String> = ["title", "author", "issued", "editor", "id"]

  /// Whether a document is an array, among whose first elements is an object with a type and what it says of a work. One without
  /// elements is a bibliography without entries.
  ///
  /// - Parameter start: the first bytes of a file, in which it may end anywhere.
  static func isOne(_ start: ArraySlice<UInt8>) -> Bool {
    var rest = start.withoutMark
    rest = rest.drop { $0 <= 32 }
    guard rest.popFirst() == UInt8(ascii: "[") else { return false }
    if rest.first(where: { $0 > 32 }) == UInt8(ascii: "]") { return true }
    for _ in 1...elements {
      let names = names(ofNext: &rest)
      if names.contains("type"), !names.isDisjoint(with: ofWorks) { return true }
    }
    return false
  }

  /// The names of the members of the next element, as far as it is there; moves behind the comma that ends it.
  private static func names(ofNext rest: inout ArraySlice<UInt8>) -> Set<String> {
    var names: Set<String> = []
    var depth = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let text = string(&rest)
        // In an array, no colon stands behind a text.
        if depth == 1, rest.first(where: { $0 > 32 }) == UInt8(ascii: ":") {
          names.insert(String(decoding: text, as: UTF8.self))
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0: return names
      default: break
      }
    }
    return names
  }

  /// The bytes of a string behind its first quote; moves behind the last one.
  private static func string(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = rest
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
    }
    return start[..<rest.startIndex].dropLast()
  }
}
