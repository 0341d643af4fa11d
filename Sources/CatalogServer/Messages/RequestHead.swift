import CatalogModel

/// The part of a request before its body, as it was received.
package struct RequestHead: Sendable {
  package var method: String
  package var target: String
  package var version = "HTTP/1.1"
  package var fields: HeaderFields
  package var peer: Peer
  package var isSecure = false
  /// True if a field line contained an invalid name or value.
  package var hasBadFields = false

  package init(_ method: String, _ target: String, fields: HeaderFields, peer: Peer, isSecure: Bool = false) {
    self.method = method
    self.target = target
    self.fields = fields
    self.peer = peer
    self.isSecure = isSecure
  }

  /// Returns the declared length of the body (RFC 9112, section 6); `nil` if the body is chunked.
  ///
  /// - Throws: ``Problem`` if two parsers could disagree about where the body ends. One of them could then treat the
  ///   end of the body as another request (request smuggling).
  func bodyLength() throws(Problem) -> Int? {
    let lengths = fields.values(of: "content-length")
    let encodings = fields.values(of: "transfer-encoding")
    guard encodings.isEmpty || lengths.isEmpty, lengths.count <= 1, encodings.count <= 1 else {
      throw .badRequest("The request declares the length of its body more than once.")
    }
    if let encoding = encodings.first {
      guard encoding.lowercased() == "chunked" else {
        throw Problem(
          501, detail: "This server does not support the transfer encoding of the body.")
      }
      guard version != "HTTP/1.0" else { throw .badRequest("HTTP/1.0 does not support chunked bodies.") }
      return nil
    }
    guard let length = lengths.first else { return 0 }
    guard !length.isEmpty, length.isDigits else {
      throw .badRequest("Content-Length is not a number.")
    }
    return Int(length) ?? Int.max
  }
}
