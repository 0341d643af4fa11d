import CatalogModel

/// A strictly parsed absolute http or https URL (RFC 9110, section 4.2). The host decides which credentials are sent,
/// so a URL is rejected if another parser might read a different host in it.
struct HTTPAddress: Sendable {
  let origin: HTTPOrigin
  /// The URL as sent: without the fragment, and with non-ASCII characters in path and query percent-encoded.
  let text: String

  /// Parses a URL.
  ///
  /// - Throws: ``SourceFailure`` if the text is not an http or https URL, or if it contains a user or a password.
  init(_ url: String) throws(SourceFailure) {
    let shown = Self.shown(url)
    guard !url.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }),
      let end = url.firstRange(of: "://"), url.utf8.count <= 8_192
    else { throw SourceFailure(.failed, shown, cause: "it must begin with http:// or https://") }
    let scheme = url[..<end.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw SourceFailure(.failed, shown, cause: "only addresses that begin with http:// or https:// can be read")
    }
    let rest = url[end.upperBound...]
    // Compare scalars. A delimiter followed by a combining mark is not a `Character` of its own, but other parsers
    // still recognise it.
    let authority = Substring(rest.unicodeScalars.prefix { !"/?#".unicodeScalars.contains($0) })
    guard !authority.utf8.contains(UInt8(ascii: "@")) else {
      throw SourceFailure(
        .failed, shown, cause: "an address must not contain a user or a password",
        hint: "remove them, and enter the user and the password separately")
    }
    guard let (host, port) = Self.hostAndPort(authority, scheme) else {
      throw SourceFailure(.failed, shown, cause: "it is not a valid address: its host cannot be read")
    }
    origin = HTTPOrigin(scheme: scheme, host: host, port: port)
    let target = rest[authority.endIndex...].prefix { $0 != "#" }
    text = "\(origin)\(target.hasPrefix("/") ? "" : "/")\(Self.encoded(target))"
  }

  private static func hostAndPort(_ authority: Substring, _ scheme: String) -> (String, Int)? {
    let host: Substring
    if authority.hasPrefix("[") {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard !host.isEmpty, !host.contains(where: { "[]<>\"^`{}|%".contains($0) }) else { return nil }
    }
    let rest = authority[host.endIndex...]
    if rest.isEmpty || rest == ":" { return (host.lowercased(), HTTPOrigin.defaultPort(of: scheme)) }
    guard rest.hasPrefix(":"), rest.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
      let port = Int(rest.dropFirst()), (1...65_535).contains(port)
    else { return nil }
    return (host.lowercased(), port)
  }

  private static func encoded(_ target: Substring) -> String {
    guard !target.utf8.allSatisfy({ $0 < 0x80 }) else { return String(target) }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in target.utf8 {
      bytes += byte < 0x80 ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPAddress {
  /// Returns a URL in a form that is safe to show in messages. The URL need not be valid. Removes the user, the
  /// password, the fragment, and query values that look secret. The result has at most 200 characters.
  static func shown(_ url: String) -> String {
    var text = url[...].prefix { $0 != "#" }
    var scheme = ""
    if let end = text.firstRange(of: "://") {
      scheme = String(text[..<end.upperBound])
      text = text[end.upperBound...]
    }
    let authority = text.prefix { !"/?".contains($0) }
    // A password may contain a slash, a question mark or a number sign, which would end the authority. If the text
    // after the last colon contains characters other than digits, it is a password, not a port.
    if let port = authority.lastIndex(of: ":"), !authority.hasPrefix("["),
      !authority[port...].dropFirst().allSatisfy(\.isNumber) || authority.contains("@")
    {
      let whole = url[text.startIndex...]
      text = whole.lastIndex(of: "@").map { whole[whole.index(after: $0)...] } ?? text[..<port]
    } else if let end = authority.lastIndex(of: "@") {
      text = text[text.index(after: end)...]
    }
    if let mark = text.firstIndex(of: "?") {
      let query = text[text.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
      text = (text[...mark] + query.map(Self.shownParameter).joined(separator: "&"))[...]
    }
    let shown = scheme + text
    return shown.shortened(to: 200)
  }

  private static func shownParameter(_ parameter: Substring) -> String {
    let name = parameter.prefix { $0 != "=" }
    let value = parameter[name.endIndex...].dropFirst()
    guard !value.isEmpty, isSecret(name.lowercased()) || isOpaque(value) else { return String(parameter) }
    return "\(name)=…"
  }

  private static func isSecret(_ name: String) -> Bool {
    // A percent sign may encode a letter of one of the other words.
    ["key", "token", "secret", "pass", "pwd", "auth", "sig", "session", "credential", "%"].contains {
      name.contains($0)
    }
  }

  /// Returns true if a value looks like a generated key: it is long, mixes letters and digits, and is not separated
  /// into words.
  private static func isOpaque(_ value: Substring) -> Bool {
    value.utf8.count >= 24 && value.contains(where: \.isNumber) && value.contains(where: \.isLetter)
      && value.allSatisfy { $0.isLetter || $0.isNumber || "-_.~%".contains($0) }
  }
}

extension HTTPRequest {
  /// The URL in a form that is safe to show in messages, without parts that look secret.
  public var subject: String { HTTPAddress.shown(url) }
}

extension HTTPResponse {
  /// The URL that responded, in a form that is safe to show in messages, without parts that look secret.
  public var subject: String { HTTPAddress.shown(url) }
}
