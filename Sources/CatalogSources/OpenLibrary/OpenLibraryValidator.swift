/// The validator of a work (RFC 9110, section 8.8.3) together with the work that it is of: a row may be about another work
/// when it is asked for again.
struct OpenLibraryValidator {
  let key: OpenLibraryKey
  let etag: String

  /// - Parameter etag: as a server says it; `nil` where it gives none, or one that cannot be sent back.
  init?(key: OpenLibraryKey, etag: String?) {
    guard let etag, (1...500).contains(etag.utf8.count), etag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    (self.key, self.etag) = (key, etag)
  }

  /// - Parameter text: as ``text`` wrote it.
  init?(_ text: String?) {
    guard let text, let space = text.firstIndex(of: " "), let key = OpenLibraryKey(String(text[..<space])) else {
      return nil
    }
    self.init(key: key, etag: String(text[text.index(after: space)...]))
  }

  /// As the catalog keeps it: `OL45804W "abc"`.
  var text: String { "\(key) \(etag)" }
}
