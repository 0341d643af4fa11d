import Catalog

/// The cookie by which a browser is known that logged in (RFC 6265). By its name (section 4.1.3.2 of its successor, RFC 6265bis) a
/// browser takes it only from a secure server, sends it to that one alone, and lets no other one set it.
enum SessionCookie {
  static let name = "__Host-catalog"
  /// For how long somebody stays logged in, in seconds: 30 days.
  static let duration = 2_592_000.0

  /// The secret of a request's cookie; `nil` where there is none, or several, of which one is not ours.
  static func secret(_ fields: HeaderFields) -> AccessSecret? {
    let pairs = fields.values(of: "cookie").flatMap { $0.split(separator: ";") }.map { HeaderFields.trimmed($0) }
    let values = pairs.filter { $0.hasPrefix(name + "=") }.map { $0.dropFirst(name.count + 1) }
    guard values.count == 1 else { return nil }
    return AccessSecret(values[0])
  }

  /// The field Set-Cookie for who logged in.
  static func field(_ secret: AccessSecret) -> String { field(secret.text, seconds: Int(duration)) }

  /// The same for who logged out.
  static let clearing = field("", seconds: 0)

  private static func field(_ value: String, seconds: Int) -> String {
    "\(name)=\(value); Max-Age=\(seconds); Path=/; Secure; HttpOnly; SameSite=Lax"
  }
}
