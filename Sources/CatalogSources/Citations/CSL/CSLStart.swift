/// Recognises CSL-JSON files.
enum CSLStart {
  /// The number of elements to examine. The first elements need not be books. In a file of rejected entries, for
  /// example, the first element may be the reason for a rejection.
  private static let elements = 8
  private static let ofWorks: Set<String> = ["title", "author", "issued", "editor", "id"]

  /// Returns true if a document is an array whose first elements include an object with a type and a member that
  /// describes a work. An empty array is accepted as a bibliography without entries.
  ///
  /// - Parameter start: The first bytes of a file, which may be cut at any position.
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

  /// Returns the member names of the next element. If the bytes end within this element, returns the names found so
  /// far. Moves past the comma after the element.
  private static func names(ofNext rest: inout ArraySlice<UInt8>) -> Set<String> {
    var names: Set<String> = []
    var depth = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let text = string(&rest)
        // A member name is followed by a colon. A string in an array is not.
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

  /// Returns the bytes of a string up to its closing quote, and moves past that quote. The opening quote has already
  /// been read.
  private static func string(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = rest
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
    }
    return start[..<rest.startIndex].dropLast()
  }
}
