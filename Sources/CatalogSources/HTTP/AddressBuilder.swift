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
  mutating func addPart(_ part: String) { text += "/\(PercentEncoding.encoded(part))" }

  /// Adds a parameter, escaped likewise.
  mutating func add(_ name: String, _ value: String) {
    if !text.hasSuffix("?") { text += hasQuery ? "&" : "?" }
    hasQuery = true
    text += "\(name)=\(PercentEncoding.encoded(value))"
  }
}
