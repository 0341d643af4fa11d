import CatalogModel

/// Who answers at an address: scheme, host and port (RFC 6454). Credentials belong to one origin.
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// A name or a number, in small letters; an IPv6 address with its brackets.
  public let host: String
  /// From 1 to 65535.
  public let port: Int

  /// The origin of an address.
  /// - Throws: ``SourceFailure`` where it is no address of http or https, or has a user or a password in it.
  public init(of url: String) throws(SourceFailure) { self = try HTTPAddress(url).origin }

  init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The port of a scheme where an address names none.
  static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

  /// As in an address, without the port where it is the usual one.
  public var description: String {
    port == Self.defaultPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
