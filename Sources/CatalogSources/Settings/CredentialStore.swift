import CatalogModel

/// The passwords of the user's sources: the file `credentials` in the folder of the user's configuration, which only its
/// owner can read. Passwords are nowhere else: not in the catalog, in no address, argument or message.
///
/// A line is an origin, a user and a password with spaces between; in the latter two, bytes that could be taken for
/// something else are percent-encoded.
public struct CredentialStore: Sendable {
  private let file: ConfigurationFile

  /// The store of a user: `$XDG_CONFIG_HOME/catalog/credentials`, by default in `~/.config`.
  public init(environment: [String: String]) {
    self.init(path: ConfigurationFile.path("credentials", environment: environment))
  }

  /// A store in another file.
  public init(path: String) {
    file = ConfigurationFile(path: path, mostBytes: 1_048_576, isPrivate: true)
  }

  /// The path of the file.
  public var path: String { file.path }

  /// The credentials of a user at an origin; `nil` where none were stored.
  ///
  /// - Throws: `CatalogError` for a file that cannot be read, that others can read, or that is not one of ours.
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

  /// Stores credentials for an origin, in the place of those that its user had.
  ///
  /// - Throws: `CatalogError` for a file that cannot be written, and for one that others can read: nothing is stored then.
  public func store(_ credentials: HTTPCredentials, for origin: HTTPOrigin) throws {
    let key = Self.key(origin, credentials.user)
    try file.change { lines in
      let header = lines.isEmpty ? ["# Passwords of Catalog's sources: ORIGIN USER PASSWORD, percent-encoded."] : []
      return header + Self.lines(lines, without: key) + [key + Self.encoded(credentials.password)]
    }
  }

  /// Forgets the credentials of a user at an origin.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  public func remove(user: String, at origin: HTTPOrigin) throws -> Bool {
    let key = Self.key(origin, user)
    guard try file.lines().contains(where: { $0.text.hasPrefix(key) }) else { return false }
    try file.change { Self.lines($0, without: key) }
    return true
  }

  /// All lines but those of a user at an origin: what people wrote between them stays.
  private static func lines(_ lines: [String], without key: String) -> [String] {
    lines.filter { ConfigurationFile.entry($0)?.hasPrefix(key) != true }
  }

  private func damaged(_ line: Int) -> CatalogError {
    CatalogError(
      .failed, "read", file.path, cause: "line \(line) is not an origin, a user and a password",
      hint: "remove the line and give the password again")
  }

  private static func key(_ origin: HTTPOrigin, _ user: String) -> String { "\(origin) \(encoded(user)) " }

  /// All but visible ASCII is encoded: beside a combining mark even a space would be no space any more.
  private static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        encoded.append(Character(Unicode.Scalar(byte)))
      } else {
        encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// `nil` where a percent sign has no number behind it, or what comes out is not UTF-8.
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
