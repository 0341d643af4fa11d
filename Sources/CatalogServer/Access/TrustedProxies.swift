/// The proxies whose word counts: who the client is, which host it asked for, and whether its connection is secure.
///
/// One kind of field is read, never both: a proxy sets one of them, and passes the other on as the client has made it up.
public struct TrustedProxies: Sendable, Equatable {
  /// The fields by which a proxy tells of its clients.
  public enum Fields: Sendable, Equatable {
    /// `X-Forwarded-For`, `X-Forwarded-Proto`, `X-Forwarded-Host`: what nginx, Apache and Caddy send where told to, or by themselves.
    case xForwarded
    /// `Forwarded` (RFC 7239).
    case forwarded
  }

  private let networks: [Network]
  private let trustsUnix: Bool
  private let fields: Fields
  private let userField: String?

  /// - Parameters:
  ///   - networks: the addresses of the proxies.
  ///   - unix: whether who asks through a Unix socket is a proxy.
  ///   - fields: what they send. A proxy must set them all anew, or add to their ends.
  ///   - userField: the field in which they say who has logged in with them; `nil` for none. A proxy must set it anew, and remove it
  ///     of who has not logged in.
  public init(
    _ networks: [Network] = [], unix: Bool = false, fields: Fields = .xForwarded, userField: String? = nil
  ) {
    self.userField = userField
    self.networks = networks
    trustsUnix = unix
    self.fields = fields
  }

  /// Whether nobody is one.
  public var isEmpty: Bool { networks.isEmpty && !trustsUnix }

  /// Whether it is a proxy whose word counts.
  public func contains(_ peer: Peer) -> Bool {
    switch peer {
    case .unix: trustsUnix
    case .address(let address): networks.contains { $0.contains(address) }
    }
  }

  /// Who asks, by the connection and by what proxies say of it.
  ///
  /// - Parameter host: what the request itself names.
  /// - Throws: ``Problem`` where so many proxies are named that the last of them may be left off.
  func client(of head: RequestHead, host: String) throws(Problem) -> Client {
    let isOfThisMachine = head.peer.isOfThisMachine
    guard contains(head.peer) else {
      // Somebody passed the request on, and is not known to say for whom: it is not certain that they are of this machine.
      let isPassedOn = Self.marks.contains { head.fields[$0] != nil }
      return Client(
        address: head.peer.address, isLocal: isOfThisMachine && !isPassedOn, isSecure: head.isSecure, host: host)
    }
    let hops = try self.hops(head.fields)
    // The last proxy tells of the one before it, whose word counts where it is trusted, too.
    var hop = Hop()
    for next in hops.reversed() {
      hop = next
      guard let address = next.address, networks.contains(where: { $0.contains(address) }) else { break }
    }
    return Client(
      address: hop.address, isLocal: isOfThisMachine && hop.address?.isLoopback ?? false,
      isSecure: hop.scheme == "https", host: hop.host ?? host, proxyUser: user(head.fields))
  }

  /// Whether a text can be the name of a header field.
  package static func isFieldName(_ text: String) -> Bool { HeaderFields.isToken(text) }

  /// Who has logged in. Of two that are named, one was not set by the proxy.
  private func user(_ fields: HeaderFields) -> String? {
    let values = userField.map(fields.values(of:)) ?? []
    return values.count == 1 && !values[0].isEmpty ? values[0] : nil
  }

  /// What one proxy says of who asked it.
  private struct Hop {
    var address: NetworkAddress?
    var scheme: String?
    var host: String?
  }

  /// Fields that proxies add.
  private static let marks = [
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
  ]

  private func hops(_ request: HeaderFields) throws(Problem) -> [Hop] {
    switch fields {
    case .forwarded:
      return try members(request["forwarded"]).map { member in
        // Its first parameter stands where other fields have a value.
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
    // Those at the end are the ones that count.
    guard parts.count < FieldList.most else { throw .badRequest("The request was passed on too often.") }
    return parts
  }

  /// An address as proxies write it, with a port or without one.
  private static func address(_ text: String) -> NetworkAddress? {
    NetworkAddress(text) ?? Authority(text)?.address
  }
}
