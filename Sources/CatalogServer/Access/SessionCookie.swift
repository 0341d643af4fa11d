import Catalog

/// The cookie that identifies a browser after a login (RFC 6265). The prefix of its name (RFC 6265bis, section 4.1.3.2)
/// makes browsers accept it only over a secure connection and send it only to this host. Other hosts cannot set it.
enum SessionCookie {
  static let name = "__Host-catalog"
  /// The duration of a session, in seconds: 30 days.
  static let duration = 2_592_000.0

  /// Returns the secret in a request's cookie; `nil` unless there is exactly one such cookie. If there are several,
  /// another site may have set one of them.
  static func secret(_ fields: HeaderFields) -> AccessSecret? {
    let values = fields.cookies(named: name)
    guard values.count == 1 else { return nil }
    return AccessSecret(values[0])
  }

  /// Returns the `Set-Cookie` field after a login.
  static func field(_ secret: AccessSecret) -> String { field(secret.text, seconds: Int(duration)) }

  /// The `Set-Cookie` field after a logout, which deletes the cookie.
  static let clearing = field("", seconds: 0)

  private static func field(_ value: String, seconds: Int) -> String {
    "\(name)=\(value); Max-Age=\(seconds); Path=/; Secure; HttpOnly; SameSite=Lax"
  }
}
