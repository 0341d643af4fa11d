import CatalogModel

/// The passwords of the user's sources. They are stored in the file `credentials` in the user's configuration folder,
/// which only its owner can read. Passwords appear nowhere else: not in the catalog, in addresses, arguments or
/// messages.
///
/// Each line contains an origin, a user and a password, separated by spaces. Ambiguous bytes in the user and the
/// password are percent-encoded.
public struct CredentialStore: Sendable {
  private let file: ConfigurationFile

  /// Creates the store of the current user: `$XDG_CONFIG_HOME/catalog/credentials`, by default in `~/.config`.
  public init(environment: [String: String]) {
    self.init(path: ConfigurationFile.path("credentials", environment: environment))
  }

  /// Creates a store in the file at a path.
  public init(path: String) {
    file = ConfigurationFile(path: path, maxBytes: 1_048_576, isPrivate: true)
  }

  /// The path of the file.
  public var path: String { file.path }

  /// Returns the credentials of a user at an origin, or `nil` if none are stored.
  ///
  /// - Throws: `CatalogError` if the file cannot be read, is readable by others, or has another format.
  public func credentials(of user: String, at origin: HTTPOrigin) throws -> HTTPCredentials? {
    let key = Self.key(origin, user)
    for (number, line) in try file.lines() {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3 else { throw damaged(number) }
      guard line.hasPrefix(key) else { continue }
      guard let password = Self.decoded(words[2]),
        let credentials = try? HTTPCredentials(user: user, password: password)
      else { throw damaged(number) }
      return credentials
    }
    return nil
  }

  /// Stores credentials for an origin, replacing previous credentials of the same user.
  ///
  /// - Throws: `CatalogError` if the file cannot be written or is readable by others. In that case, nothing is stored.
  public func store(_ credentials: HTTPCredentials, for origin: HTTPOrigin) throws {
    let key = Self.key(origin, credentials.user)
    try file.change { lines in
      let header = lines.isEmpty ? ["# Passwords of Catalog's sources: ORIGIN USER PASSWORD, percent-encoded."] : []
      return header + Self.lines(lines, without: key) + [key + Self.encoded(credentials.password)]
    }
  }

  /// Removes the credentials of a user at an origin.
  ///
  /// - Returns: True if credentials were stored.
  @discardableResult
  public func remove(user: String, at origin: HTTPOrigin) throws -> Bool {
    let key = Self.key(origin, user)
    guard try file.lines().contains(where: { $0.text.hasPrefix(key) }) else { return false }
    try file.change { Self.lines($0, without: key) }
    return true
  }

  /// Returns all lines except those of a user at an origin. Comments are kept.
  private static func lines(_ lines: [String], without key: String) -> [String] {
    lines.filter { ConfigurationFile.entry($0)?.hasPrefix(key) != true }
  }

  private func damaged(_ line: Int) -> CatalogError {
    CatalogError(
      .failed, "read", file.path, cause: "line \(line) is not an origin, a user and a password",
      hint: "remove the line and enter the password again")
  }

  private static func key(_ origin: HTTPOrigin, _ user: String) -> String { "\(origin) \(encoded(user)) " }

  /// Encodes all bytes except visible ASCII characters other than `%`. Otherwise, a space followed by a combining mark,
  /// for example, would not be recognised as a separator.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        encoded.append(Character(Unicode.Scalar(byte)))
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// Decodes a string. Returns `nil` if a percent sign is not followed by two hexadecimal digits, or if the result is
  /// not valid UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
