/// The name by which a book without a number of its own is known.
public enum BookIdentity {
  /// A key of the folded title and authors, at most 500 bytes: the same for `Les Misérables` and `les miserables`.
  public static func key(title: String, authors: [String]) -> String {
    let key = "title:" + Fold.fold(title) + "|" + authors.map(Fold.fold).joined(separator: "|")
    guard key.utf8.count > 500 else { return key }
    // What is cut off still tells books apart.
    var fingerprint = Fingerprint()
    fingerprint.mix(key.utf8)
    return key.cut(toBytes: 480) + "#" + String(fingerprint.value, radix: 16)
  }
}
