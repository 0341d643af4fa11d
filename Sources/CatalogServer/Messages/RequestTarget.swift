import CatalogSources

/// What a request asks for: the path and the query of its target (RFC 9112, section 3.2), percent-decoded once.
///
/// Strict: what another reader might take for something else is refused. A part of a path is never empty, `.` or `..`, in
/// whichever way it is written, and holds no control character; all of it is UTF-8.
public struct RequestTarget: Sendable, Equatable {
  /// A parameter of the query.
  public struct Item: Sendable, Equatable {
    /// The name, decoded.
    public let name: String
    /// The value, decoded; empty where there is none.
    public let value: String
  }

  /// How long a target may be, in bytes.
  public static let mostBytes = 8_192
  /// How many parts a path may have.
  public static let mostParts = 32
  /// How many parameters a query may have.
  public static let mostItems = 128

  /// The parts of the path, decoded: a slash that was encoded belongs to its part.
  public var path: [String]
  /// Whether a slash ends the path, as in `/opds/`.
  public var endsInSlash: Bool
  /// The parameters of the query, in their order.
  public var query: [Item]
  /// The host and the port of a target that is a whole address; it takes the place of the field `Host`.
  public let authority: String?
  /// Whether it is `*`: the server itself, of which only OPTIONS asks.
  public let isServer: Bool

  /// Reads a target.
  ///
  /// - Throws: ``Problem``, 400 or 414.
  public init(_ text: String) throws(Problem) {
    guard text.utf8.count <= Self.mostBytes else { throw Problem(414) }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw .badRequest("The address holds a character that it must encode.")
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
    guard rest.hasPrefix("/") else { throw .badRequest("The address does not begin with a slash.") }
    let path = rest.prefix { $0 != "?" }
    (self.path, endsInSlash) = try Self.parts(path)
    query = try Self.items(rest[path.endIndex...].dropFirst())
  }

  /// The value of the first parameter of a name.
  public subscript(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The path as it is sent: encoded, without the query.
  public var encodedPath: String {
    let parts = path.map(PercentEncoding.encoded).joined(separator: "/")
    return isServer ? "*" : "/" + parts + (endsInSlash && !path.isEmpty ? "/" : "")
  }

  private static func parts(_ path: Substring) throws(Problem) -> ([String], Bool) {
    var raw = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let endsInSlash = raw.last == ""
    if endsInSlash { raw.removeLast() }
    guard raw.count <= mostParts else { throw Problem(414) }
    var parts: [String] = []
    for text in raw {
      let part = try decoded(text, plusIsSpace: false)
      // A slash that was encoded is one to who decodes twice.
      let names = part.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
      guard !part.isEmpty, !names.contains("."), !names.contains("..") else {
        throw .badRequest("A part of the path is empty or made of dots.")
      }
      parts.append(part)
    }
    return (parts, endsInSlash)
  }

  private static func items(_ query: Substring) throws(Problem) -> [Item] {
    var items: [Item] = []
    for text in query.split(separator: "&") {
      guard items.count < mostItems else { throw Problem(414) }
      let name = text.prefix { $0 != "=" }
      let value = text[name.endIndex...].dropFirst()
      items.append(
        Item(name: try decoded(name, plusIsSpace: true), value: try decoded(value, plusIsSpace: true)))
    }
    return items
  }

  private static func decoded(_ text: Substring, plusIsSpace: Bool) throws(Problem) -> String {
    guard let value = PercentEncoding.decoded(text, plusIsSpace: plusIsSpace) else {
      throw .badRequest("A percent sign in the address begins no encoded character.")
    }
    // A query asks for texts of books, and files of others bring any sign but zero; a path holds no control character at all.
    let isBad = value.unicodeScalars.contains { plusIsSpace ? $0.value == 0 : $0.value < 0x20 || $0.value == 0x7F }
    guard !isBad else { throw .badRequest("The address holds a control character.") }
    return value
  }
}
