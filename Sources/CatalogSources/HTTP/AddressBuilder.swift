/// Builds a URL by adding path segments and query parameters (RFC 3986, sections 3.3 and 3.4).
struct AddressBuilder {
  private(set) var text: String
  private var hasQuery: Bool

  /// Creates a builder.
  ///
  /// - Parameter address: An absolute URL, which may have a query. Its fragment is removed.
  init(_ address: String) {
    text = String(address.prefix { $0 != "#" })
    hasQuery = text.contains("?")
  }

  /// Appends a path segment. The URL must not have a query. All characters except ASCII letters, digits, `-`, `.`, `_`
  /// and `~` are percent-encoded.
  mutating func addPart(_ part: String) { text += "/\(PercentEncoding.encoded(part))" }

  /// Appends a query parameter, percent-encoded like a path segment.
  mutating func add(_ name: String, _ value: String) {
    if !text.hasSuffix("?") { text += hasQuery ? "&" : "?" }
    hasQuery = true
    text += "\(name)=\(PercentEncoding.encoded(value))"
  }
}
