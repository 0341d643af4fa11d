/// The proxies that the server trusts to report the client, the host it requested, and the security of its connection.
///
/// The server reads either `Forwarded` or the `X-Forwarded` fields, never both. A proxy sets fields of only one kind.
/// It passes on fields of the other kind as the client sent them.
///
/// ```swift
/// var options = HTTPServer.Options()
/// options.proxies = TrustedProxies(["10.0.0.0/8"].compactMap { Network($0) })
/// ```
public struct TrustedProxies: Sendable, Equatable {
  /// The fields by which a proxy describes its clients.
  public enum Fields: Sendable, Equatable {
    /// `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`, which nginx, Apache and Caddy send by default or
    /// if configured.
    case xForwarded
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  private let networks: [Network]
  private let trustsUnix: Bool
  private let fields: Fields
  private let userField: String?

  /// Creates a list of proxies.
  ///
  /// - Parameters:
  ///   - networks: The addresses of the proxies.
  ///   - unix: True if clients of a Unix socket are proxies.
  ///   - fields: The fields that the proxies send. A proxy must overwrite all of them or append to them.
  ///   - userField: The field in which the proxies name the user who has logged in to the proxy; `nil` if there is no
  ///     such field. A proxy must overwrite the field, and remove it if no user has logged in.
  public init(
    _ networks: [Network] = [], unix: Bool = false, fields: Fields = .xForwarded, userField: String? = nil
  ) {
    self.userField = userField
    self.networks = networks
    trustsUnix = unix
    self.fields = fields
  }

  /// True if no proxy is trusted.
  public var isEmpty: Bool { networks.isEmpty && !trustsUnix }

  /// Returns true if a peer is a trusted proxy.
  public func contains(_ peer: Peer) -> Bool {
    switch peer {
    case .unix: trustsUnix
    case .address(let address): networks.contains { $0.contains(address) }
    }
  }

  /// Returns the client of a request, derived from the connection and the fields of proxies.
  ///
  /// - Parameter host: The host that the request itself names.
  /// - Throws: ``Problem`` if the fields list so many proxies that the last ones may have been cut off.
  func client(of head: RequestHead, host: String) throws(Problem) -> Client {
    let isOfThisMachine = head.peer.isOfThisMachine
    guard contains(head.peer) else {
      // If an untrusted proxy forwarded the request, the client may be on another machine, even if the proxy is on this
      // one.
      let isPassedOn = Self.marks.contains { head.fields[$0] != nil }
      return Client(
        address: head.peer.address, isLocal: isOfThisMachine && !isPassedOn, isSecure: head.isSecure, host: host)
    }
    let hops = try self.hops(head.fields)
    // Each hop describes the client of one proxy. Start at the last hop, and go back as long as its client is also a
    // trusted proxy.
    var hop = Hop()
    for next in hops.reversed() {
      hop = next
      guard let address = next.address, networks.contains(where: { $0.contains(address) }) else { break }
    }
    return Client(
      address: hop.address, isLocal: isOfThisMachine && hop.address?.isLoopback ?? false,
      isSecure: hop.scheme == "https", host: hop.host ?? host, proxyUser: user(head.fields))
  }

  /// Returns true if a text can be the name of a header field.
  package static func isFieldName(_ text: String) -> Bool { HeaderFields.isToken(text) }

  /// Returns the user who has logged in to the proxy. Returns `nil` if two users are named, because only one of them
  /// comes from the proxy.
  private func user(_ fields: HeaderFields) -> String? {
    let values = userField.map(fields.values(of:)) ?? []
    return values.count == 1 && !values[0].isEmpty ? values[0] : nil
  }

  /// A proxy's description of its client.
  private struct Hop {
    var address: NetworkAddress?
    var scheme: String?
    var host: String?
  }

  /// The fields that proxies add.
  private static let marks = [
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
  ]

  private func hops(_ request: HeaderFields) throws(Problem) -> [Hop] {
    switch fields {
    case .forwarded:
      return try members(request["forwarded"]).map { member in
        // ``FieldList`` expects a value before the parameters, so add a placeholder.
        let pairs = FieldList("x;" + member).members.first
        return Hop(
          address: pairs?["for"].flatMap(Self.address), scheme: pairs?["proto"]?.lowercased(), host: pairs?["host"])
      }
    case .xForwarded:
      let scheme = try members(request["x-forwarded-proto"]).last?.lowercased()
      let host = try members(request["x-forwarded-host"]).last
      return try members(request["x-forwarded-for"]).map { Hop(address: Self.address($0), scheme: scheme, host: host) }
    }
  }

  private func members(_ field: String?) throws(Problem) -> [String] {
    guard let field else { return [] }
    let parts = FieldList.parts(field)
    // The last members matter, because the nearest proxies added them. A list with this many members may have been cut
    // off.
    guard parts.count < FieldList.maxMembers else { throw .badRequest("The request passed through too many proxies.") }
    return parts
  }

  /// Parses an address as proxies write it, with or without a port.
  private static func address(_ text: String) -> NetworkAddress? {
    NetworkAddress(text) ?? Authority(text)?.address
  }
}
