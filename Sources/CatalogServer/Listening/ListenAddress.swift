import CatalogModel

/// An address that a server listens on.
public enum ListenAddress: Sendable, Hashable, CustomStringConvertible {
  /// A port at one of this machine's addresses. With port 0, the system chooses the port.
  case tcp(NetworkAddress, port: UInt16)
  /// A Unix socket, which only the user of this process can connect to.
  case unix(path: String)

  /// Creates an address from a text such as `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` or `unix:PATH`.
  ///
  /// ```swift
  /// let address = try ListenAddress("127.0.0.1:8080")
  /// ```
  ///
  /// - Throws: ``CatalogError`` for any other text. Host names other than `localhost` are invalid, because they may
  ///   resolve to any address.
  public init(_ text: String) throws(CatalogError) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      // The path field of the system's socket address has 108 bytes, including the final NUL.
      guard (1...107).contains(path.utf8.count), !path.utf8.contains(0) else {
        throw Self.failure(text, "the socket path must have 1 to 107 bytes")
      }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw Self.failure(text, "the port is missing or is not a number from 0 to 65535")
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw Self.failure(text, "an IPv6 address must be in brackets")
    }
    guard let address = NetworkAddress(host == "localhost" ? "127.0.0.1" : host) else {
      throw Self.failure(text, "not an IP address or localhost")
    }
    self = .tcp(address, port: port)
  }

  /// The address in the notation that ``init(_:)`` parses.
  public var description: String {
    switch self {
    case .tcp(let address, let port):
      address.bytes.count == 16 ? "[\(address)]:\(port)" : "\(address):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }

  private static func failure(_ text: String, _ cause: String) -> CatalogError {
    CatalogError(
      .failed, "listen on", text, cause: cause, hint: "use ADDRESS:PORT, such as 127.0.0.1:2665, or unix:PATH")
  }
}
