/// The first members of a JSON document, which identify its format before the whole document is read. The input may be
/// cut off anywhere, and need not be JSON.
struct DocumentStart {
  /// A member of the document.
  struct Member: Equatable {
    let name: String
    var isObject = false
    var isArray = false
  }

  /// The maximum number of bytes to examine.
  static let bytes = 256 * 1024

  /// The members found so far, in order.
  private(set) var members: [Member] = []

  init(_ bytes: ArraySlice<UInt8>) {
    var depth = 0
    // `isName` is true if the next top-level string is a member name. `isValue` is true if a value comes next.
    var (isName, isValue) = (true, false)
    var rest = bytes.withoutMark
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let text = Self.string(&rest)
        if depth == 1, isName { members.append(Member(name: String(decoding: text, as: UTF8.self))) }
        if depth == 1 { (isName, isValue) = (false, false) }
      case UInt8(ascii: ":"): if depth == 1 { isValue = true }
      case UInt8(ascii: ","): if depth == 1 { (isName, isValue) = (true, false) }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let isObject = byte == UInt8(ascii: "{")
        if depth == 0, !isObject { return }
        if depth == 1, isValue, let last = members.indices.last {
          (members[last].isObject, members[last].isArray) = (isObject, !isObject)
          isValue = false
        }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        // Any text after the first value is another line of JSON Lines.
        if depth <= 0 { return }
      default: if depth == 0, byte > 32 { return }
      }
    }
  }

  /// Reads the rest of a string after its opening quote, including the closing quote. Escapes are not decoded.
  private static func string(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      text.append(byte)
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { text.append(escaped) }
    }
    return text
  }
}
