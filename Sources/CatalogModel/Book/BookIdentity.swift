/// A key for books that have no identifier.
public enum BookIdentity {
  /// Returns a key made of the folded title and authors, at most 500 bytes. `Les Misérables` and `les miserables` have
  /// the same key.
  public static func key(title: String, authors: [String]) -> String {
    let key = "title:" + Fold.fold(title) + "|" + authors.map(Fold.fold).joined(separator: "|")
    guard key.utf8.count > 500 else { return key }
    // The fingerprint distinguishes keys that differ only after the truncation.
    var fingerprint = Fingerprint()
    fingerprint.mix(key.utf8)
    return key.cut(toBytes: 480) + "#" + String(fingerprint.value, radix: 16)
  }
}
