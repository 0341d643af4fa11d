import CatalogModel

/// The origin of a URL: scheme, host and port (RFC 6454). Credentials belong to one origin.
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The scheme, `http` or `https`.
  public let scheme: String
  /// The host name or IP address in lowercase. IPv6 addresses are in brackets.
  public let host: String
  /// The port, from 1 to 65535.
  public let port: Int

  /// Creates the origin of a URL.
  ///
  /// - Throws: ``SourceFailure`` if the text is not an http or https URL, or if it contains a user or a password.
  public init(of url: String) throws(SourceFailure) { self = try HTTPAddress(url).origin }

  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Returns the default port of a scheme.
  static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// The origin as it appears in a URL, without the port if it is the default port.
  public var description: String {
    port == Self.defaultPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
