import CCrypt
import CatalogModel

/// Password hashes by yescrypt (crypt(5)). Each computation of a hash takes about 16 MiB of memory and a tenth of a
/// second.
public enum PasswordHash {
  /// The valid lengths of a password, in bytes of UTF-8. The maximum is the limit of crypt(3).
  public static let bytes = 8...511

  /// Returns the hash of a new password, with a random salt. Takes a tenth of a second.
  ///
  /// ```swift
  /// let hash = try PasswordHash.make(of: password)
  /// let account = try await catalog.addAccount("anna", role: .editor, passwordHash: hash)
  /// ```
  ///
  /// - Throws: ``InvalidValue`` if the password is too short, too long, or contains U+0000; the error does not contain
  ///   the password. ``CatalogError`` if libcrypt is not installed.
  public static func make(of password: String) throws -> String {
    guard bytes.contains(password.utf8.count), !password.utf8.contains(0) else {
      throw InvalidValue(
        "password", "", "must have \(bytes.lowerBound) to \(bytes.upperBound) bytes, none of them zero")
    }
    try load()
    guard let setting = setting(), let hash = hash(password, setting) else {
      throw CatalogError(.failed, "hash", "a password", cause: "libcrypt failed")
    }
    return hash
  }

  /// Checks that passwords can be hashed on this machine.
  ///
  /// - Throws: ``CatalogError`` if libcrypt is not installed.
  public static func load() throws {
    if let reason = ccrypt_load() {
      throw CatalogError(
        .failed, "hash", "a password", cause: String(cString: reason),
        hint: "install it (Debian: apt-get install libcrypt1)")
    }
  }

  /// Returns true if a password matches a hash. Takes the same time if there is no hash or the password is invalid.
  ///
  /// - Throws: ``CatalogError`` if libcrypt is not installed.
  static func isRight(_ password: String, _ known: String?) throws -> Bool {
    try load()
    let isPossible = password.utf8.count <= bytes.upperBound && !password.utf8.contains(0)
    guard let tried = (known ?? setting()).flatMap({ hash(isPossible ? password : "", $0) }) else { return false }
    guard isPossible, let known else { return false }
    let (one, other) = (Array(tried.utf8CString), Array(known.utf8CString))
    return one.count == other.count && ccrypt_equal(one, other, one.count) != 0
  }

  private static func setting() -> String? {
    text { ccrypt_setting($0) }
  }

  private static func hash(_ password: String, _ setting: String) -> String? {
    text { ccrypt_hash(password, setting, $0) }
  }

  private static func text(_ make: (UnsafeMutablePointer<CChar>?) -> Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(CCRYPT_HASH_SIZE))
    guard buffer.withUnsafeMutableBufferPointer({ make($0.baseAddress) }) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
