/// What who must log in is told about the ways in (RFC 9110, section 11.6.1).
enum LoginChallenge {
  /// Programs and e-readers send a name and a password, or a device token; browsers ask for them by themselves.
  static let basic = "Basic realm=\"Catalog\", charset=\"UTF-8\""
  /// A scheme that no browser asks for by itself, so that it shows the page with the form.
  static let quiet = "Bearer realm=\"Catalog\""
}
