import CatalogModel

/// What comes before the body of a request, as it was sent.
package struct RequestHead: Sendable {
  package var method: String
  package var target: String
  package var version = "HTTP/1.1"
  package var fields: HeaderFields
  package var peer: Peer
  package var isSecure = false
  /// Whether a field line held what none may hold.
  package var hasBadFields = false

  package init(_ method: String, _ target: String, fields: HeaderFields, peer: Peer, isSecure: Bool = false) {
    self.method = method
    self.target = target
    self.fields = fields
    self.peer = peer
    self.isSecure = isSecure
  }

  /// How the body is framed (RFC 9112, section 6): how long it is said to be; `nil` where it comes in chunks.
  ///
  /// - Throws: ``Problem`` where two readers might take the end of the body for different places, and one of them the rest for
  ///   another request.
  func bodyLength() throws(Problem) -> Int? {
    let lengths = fields.values(of: "content-length")
    let encodings = fields.values(of: "transfer-encoding")
    guard encodings.isEmpty || lengths.isEmpty, lengths.count <= 1, encodings.count <= 1 else {
      throw .badRequest("The length of the body is told in two ways.")
    }
    if let encoding = encodings.first {
      guard encoding.lowercased() == "chunked" else {
        throw Problem(501, detail: "The body comes in an encoding that this server does not know.")
      }
      guard version != "HTTP/1.0" else { throw .badRequest("HTTP/1.0 has no chunks.") }
      return nil
    }
    guard let length = lengths.first else { return 0 }
    guard !length.isEmpty, length.isDigits else {
      throw .badRequest("The length of the body is no number.")
    }
    return Int(length) ?? Int.max
  }
}
