import CatalogModel

/// The host and port of an address (RFC 3986, section 3.2), parsed strictly.
struct Authority: Equatable {
  /// A name in lower case without a trailing dot, or an address without brackets.
  let host: String
  let port: Int?

  /// Creates an authority from a text; returns `nil` unless the text is a host with an optional port. A user name or
  /// password before the host is not allowed.
  init?(_ text: some StringProtocol) {
    let text = text.lowercased()
    guard text.utf8.count <= 262 else { return nil }
    let name: Substring
    let rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      name = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
      guard name.contains(":"), NetworkAddress(name) != nil else { return nil }
    } else {
      name = text.prefix { $0 != ":" }
      rest = text[name.endIndex...]
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isOfName) else { return nil }
    }
    host = name.hasSuffix(".") ? String(name.dropLast()) : String(name)
    guard !host.isEmpty else { return nil }
    if rest.isEmpty {
      port = nil
    } else {
      let digits = rest.dropFirst()
      guard rest.hasPrefix(":"), (1...5).contains(digits.utf8.count),
        digits.isDigits,
        let number = Int(digits), number <= 65_535
      else { return nil }
      port = number
    }
  }

  /// The host as an address; `nil` if the host is a name.
  var address: NetworkAddress? { NetworkAddress(host) }

  /// Parses an `Origin` field (RFC 6454, section 7); returns `nil` for `null` and any other text.
  static func origin(_ text: String) -> (authority: Authority, scheme: String)? {
    for scheme in ["http", "https"] where text.lowercased().hasPrefix(scheme + "://") {
      return Authority(text.dropFirst(scheme.utf8.count + 3)).map { ($0, scheme) }
    }
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
