/// Who is at the other end of a connection.
public enum Peer: Hashable, Sendable {
  /// A process of this machine, through a Unix socket.
  case unix
  /// Whoever has this address.
  case address(NetworkAddress)

  var address: NetworkAddress? { if case .address(let address) = self { address } else { nil } }
  var isOfThisMachine: Bool { address?.isLoopback ?? true }
}

/// Who asks, as the server takes it: the peer of the connection, or whom a trusted proxy names.
public struct Client: Sendable, Equatable {
  /// The address; `nil` for a process at a Unix socket, and where a proxy does not say it.
  public var address: NetworkAddress?
  /// Whether the request comes from this machine.
  public var isLocal: Bool
  /// Whether nobody can read along.
  public var isSecure: Bool
  /// What the client takes the server for: the host of its address, with a port where it has one.
  public var host: String
  /// Whom a trusted proxy says to have logged in; `nil` of who asks without one, and where it says nothing.
  public var proxyUser: String?

  /// A client of its parts.
  public init(address: NetworkAddress? = nil, isLocal: Bool, isSecure: Bool, host: String, proxyUser: String? = nil) {
    self.address = address
    self.isLocal = isLocal
    self.isSecure = isSecure
    self.host = host
    self.proxyUser = proxyUser
  }

  /// Somebody on this machine.
  public static let local = Client(isLocal: true, isSecure: false, host: "localhost")

  /// What may be shown to it, whoever uses it: nothing private where others can read along.
  public var visibility: Visibility { isOpen ? .nothingPrivate : .everything }

  /// Whether others can read along: it is another machine, and the connection is not secure.
  var isOpen: Bool { !isLocal && !isSecure }

  /// The beginning of addresses that lead back here: `https://books.example`.
  public var origin: String { "\(isSecure ? "https" : "http")://\(host)" }
}
