/// What a book without a number of its own is known by.
public enum BookIdentity {
  /// A key of the folded title and authors, at most 500 bytes: the same for `Les Misérables` and `les miserables`.
  public static func key(title: String, authors: [String]) -> String {
    let key = "title:" + Fold.fold(title) + "|" + authors.map(Fold.fold).joined(separator: "|")
    guard key.utf8.count > 500 else { return key }
    var end = key.utf8.index(key.startIndex, offsetBy: 480)
    while end.samePosition(in: key.unicodeScalars) == nil { end = key.utf8.index(before: end) }
    // What is cut off still tells books apart.
    let hash = key.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return key[..<end] + "#" + String(hash, radix: 16)
  }
}
