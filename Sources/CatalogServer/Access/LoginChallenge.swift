/// The values of `WWW-Authenticate` for clients that must log in (RFC 9110, section 11.6.1).
enum LoginChallenge {
  /// The challenge for programs and e-readers, which send a name with a password or a device token. Browsers react to
  /// it with their own login window.
  static let basic = "Basic realm=\"Catalog\", charset=\"UTF-8\""
  /// A challenge with a scheme that browsers ignore, so that they show the page with the login form.
  static let quiet = "Bearer realm=\"Catalog\""
}
