/// An address to which parts of its path and parameters are added (RFC 3986, sections 3.3 and 3.4).
struct AddressBuilder {
  private(set) var text: String
  private var hasQuery: Bool

  /// - Parameter address: an absolute address, which may have parameters already; its fragment is left out.
  init(_ address: String) {
    text = String(address.prefix { $0 != "#" })
    hasQuery = text.contains("?")
  }

  /// Adds a part to the path, of an address without parameters. Everything but letters and digits of ASCII, `-`, `.`, `_`
  /// and `~` is escaped.
  mutating func addPart(_ part: String) { text += "/\(Self.escaped(part))" }

  /// Adds a parameter, escaped likewise.
  mutating func add(_ name: String, _ value: String) {
    if !text.hasSuffix("?") { text += hasQuery ? "&" : "?" }
    hasQuery = true
    text += "\(name)=\(Self.escaped(value))"
  }

  private static func escaped(_ value: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
