import CatalogModel

/// A user name and password for one origin. The password never appears in descriptions.
///
/// ```swift
/// let origin = try HTTPOrigin(of: "https://books.example/opds")
/// let credentials = try HTTPCredentials(user: "anna", password: password)
/// let transport = CurlTransport(options: options, credentials: [origin: credentials])
/// ```
public struct HTTPCredentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The user name.
  public let user: String
  let password: String

  /// Creates credentials.
  ///
  /// - Throws: ``InvalidValue`` if the user name is empty, is longer than 256 bytes or contains a colon (RFC 7617), if
  ///   the password is longer than 1,024 bytes, or if either contains a control character. The error does not contain
  ///   the password.
  public init(user: String, password: String) throws(InvalidValue) {
    guard !user.isEmpty else { throw InvalidValue("user", "", "it is empty") }
    guard user.utf8.count <= 256 else { throw InvalidValue("user", user, "it is longer than 256 bytes") }
    guard !user.contains(":") else { throw InvalidValue("user", user, "a user name must not contain a colon") }
    guard password.utf8.count <= 1_024 else { throw InvalidValue("password", "", "it is longer than 1,024 bytes") }
    for (subject, text) in [("user", user), ("password", password)] {
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw InvalidValue(subject, "", "it contains a control character")
      }
    }
    self.user = user
    self.password = password
  }

  /// A description with the user name only.
  public var description: String { "the credentials of \(user)" }
  /// A description with the user name only.
  public var debugDescription: String { description }
  /// A mirror with the user name only.
  public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
