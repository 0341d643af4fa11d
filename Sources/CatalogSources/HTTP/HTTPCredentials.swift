import CatalogModel

/// A user's name and password, for one origin. However it is printed, the password is not.
public struct HTTPCredentials: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The user's name.
  public let user: String
  let password: String

  /// Credentials of their parts.
  ///
  /// - Throws: ``InvalidValue`` for a user's name that is empty, longer than 256 bytes or has a colon (RFC 7617), for a
  ///   password longer than 1,024 bytes, and for control characters in either. The password is not in the error.
  public init(user: String, password: String) throws(InvalidValue) {
    guard !user.isEmpty else { throw InvalidValue("user", "", "it is empty") }
    guard user.utf8.count <= 256 else { throw InvalidValue("user", user, "it is longer than 256 bytes") }
    guard !user.contains(":") else { throw InvalidValue("user", user, "a colon cannot be sent in a user's name") }
    guard password.utf8.count <= 1_024 else { throw InvalidValue("password", "", "it is longer than 1,024 bytes") }
    for (subject, text) in [("user", user), ("password", password)] {
      guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
        throw InvalidValue(subject, "", "it has a control character in it")
      }
    }
    self.user = user
    self.password = password
  }

  /// The user alone.
  public var description: String { "the credentials of \(user)" }
  /// The user alone.
  public var debugDescription: String { description }
  /// The user alone.
  public var customMirror: Mirror { Mirror(self, children: ["user": user]) }
}
