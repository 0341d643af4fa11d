import CatalogSources

/// The path and the query of a request's target (RFC 9112, section 3.2), percent-decoded once.
///
/// Parsing is strict, and refuses anything that other parsers could interpret differently. No path component is empty,
/// `.` or `..`, or contains control characters, not even in encoded form. All text is UTF-8.
public struct RequestTarget: Sendable, Equatable {
  /// A parameter of the query.
  public struct Item: Sendable, Equatable {
    /// The decoded name.
    public let name: String
    /// The decoded value; empty if the parameter has no value.
    public let value: String
  }

  /// The maximum length of a target, in bytes.
  public static let maxBytes = 8_192
  /// The maximum number of components in a path.
  public static let maxParts = 32
  /// The maximum number of parameters in a query.
  public static let maxItems = 128

  /// The decoded components of the path. An encoded slash is part of its component.
  public var path: [String]
  /// True if the path ends in a slash, as in `/opds/`.
  public var endsInSlash: Bool
  /// The parameters of the query, in order.
  public var query: [Item]
  /// The host and port of a target in absolute form; it takes precedence over the field `Host`.
  public let authority: String?
  /// True if the target is `*`, which means the server itself. Only OPTIONS requests can have this target.
  public let isServer: Bool

  /// Creates a target from the text of a request line.
  ///
  /// - Throws: ``Problem``, 400 or 414.
  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.maxBytes else { throw Problem(414) }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw .badRequest("The address contains a character that must be percent-encoded.")
    }
    isServer = text == "*"
    if isServer {
      (path, endsInSlash, query, authority) = ([], false, [], nil)
      return
    }
    var rest = text[...]
    if let scheme = ["http://", "https://"].first(where: { text.prefix($0.count).lowercased() == $0 }) {
      rest = rest.dropFirst(scheme.count)
      let host = rest.prefix { $0 != "/" && $0 != "?" }
      authority = String(host)
      rest = rest[host.endIndex...]
      if !rest.hasPrefix("/") { rest = Substring("/\(rest)") }
    } else {
      authority = nil
    }
    guard rest.hasPrefix("/") else { throw .badRequest("The path does not begin with a slash.") }
    let path = rest.prefix { $0 != "?" }
    (self.path, endsInSlash) = try Self.parts(path)
    query = try Self.items(rest[path.endIndex...].dropFirst())
  }

  /// Returns the value of the first parameter with the given name; `nil` if there is no such parameter.
  public subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The path in encoded form, without the query.
  public var encodedPath: String {
    let parts = path.map(PercentEncoding.encoded).joined(separator: "/")
    return isServer ? "*" : "/" + parts + (endsInSlash && !path.isEmpty ? "/" : "")
  }

  private static func parts(_ path: Substring) throws(Problem) -> ([String], Bool) {
    var raw = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let endsInSlash = raw.last == ""
    if endsInSlash { raw.removeLast() }
    guard raw.count <= maxParts else { throw Problem(414) }
    var parts: [String] = []
    for text in raw {
      let part = try decoded(text, plusIsSpace: false)
      // A parser that decodes twice would take an encoded slash for a separator.
      let names = part.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
      guard !part.isEmpty, !names.contains("."), !names.contains("..") else {
        throw .badRequest("The path contains an empty component, or the component “.” or “..”.")
      }
      parts.append(part)
    }
    return (parts, endsInSlash)
  }

  private static func items(_ query: Substring) throws(Problem) -> [Item] {
    var items: [Item] = []
    for text in query.split(separator: "&") {
      guard items.count < maxItems else { throw Problem(414) }
      let name = text.prefix { $0 != "=" }
      let value = text[name.endIndex...].dropFirst()
      items.append(
        Item(name: try decoded(name, plusIsSpace: true), value: try decoded(value, plusIsSpace: true)))
    }
    return items
  }

  private static func decoded(_ text: Substring, plusIsSpace: Bool) throws(Problem) -> String {
    guard let value = PercentEncoding.decoded(text, plusIsSpace: plusIsSpace) else {
      throw .badRequest("The address contains an invalid percent-encoded character.")
    }
    // A query may search for any text that a book can contain, including control characters other than U+0000. A path
    // contains no control characters at all.
    let isBad = value.unicodeScalars.contains { plusIsSpace ? $0.value == 0 : $0.value < 0x20 || $0.value == 0x7F }
    guard !isBad else { throw .badRequest("The address contains a control character.") }
    return value
  }
}
