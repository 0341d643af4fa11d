/// The HTTP validator of a work (RFC 9110, section 8.8.3), together with the work's key. The key is needed because the
/// book may refer to another work at the next request.
struct OpenLibraryValidator {
  let key: OpenLibraryKey
  let etag: String

  /// Creates a validator.
  ///
  /// - Parameter etag: The entity tag from the server. The result is `nil` if the tag is missing or cannot be sent
  ///   back.
  init?(key: OpenLibraryKey, etag: String?) {
    guard let etag, (1...500).contains(etag.utf8.count), etag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    (self.key, self.etag) = (key, etag)
  }

  /// Parses a value of ``text``. Returns `nil` for any other string.
  init?(_ text: String?) {
    guard let text, let space = text.firstIndex(of: " "), let key = OpenLibraryKey(String(text[..<space])) else {
      return nil
    }
    self.init(key: key, etag: String(text[text.index(after: space)...]))
  }

  /// The stored form: `OL45804W "abc"`.
  var text: String { "\(key) \(etag)" }
}
