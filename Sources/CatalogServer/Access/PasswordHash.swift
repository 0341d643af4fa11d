import CCrypt
import CatalogModel

/// What is kept of a password: its hash by yescrypt (crypt(5)), which takes some 16 MiB of memory and a tenth of a second of whoever
/// makes one, or tries to guess.
public enum PasswordHash {
  /// How many bytes of UTF-8 a password has: not more than crypt takes (crypt(3)).
  public static let bytes = 8...511

  /// The hash of a new password, with salt of its own. Takes a tenth of a second.
  ///
  /// - Throws: ``InvalidValue``, which does not repeat it, for what is too short, too long, or holds the character zero;
  ///   ``CatalogError`` where libcrypt is not installed.
  public static func make(of password: String) throws -> String {
    guard bytes.contains(password.utf8.count), !password.utf8.contains(0) else {
      throw InvalidValue("password", "", "it has \(bytes.lowerBound) to \(bytes.upperBound) bytes, none of them zero")
    }
    try load()
    guard let setting = setting(), let hash = hash(password, setting) else {
      throw CatalogError(.failed, "hash", "a password", cause: "libcrypt failed")
    }
    return hash
  }

  /// Whether passwords can be hashed here.
  ///
  /// - Throws: ``CatalogError`` where libcrypt is not installed.
  public static func load() throws {
    if let reason = ccrypt_load() {
      throw CatalogError(
        .failed, "hash", "a password", cause: String(cString: reason),
        hint: "install it (Debian: apt-get install libcrypt1)")
    }
  }

  /// Whether a password is the one of a hash. It takes as long where there is no hash, or the password is none at all.
  ///
  /// - Throws: ``CatalogError`` where libcrypt is not installed.
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
