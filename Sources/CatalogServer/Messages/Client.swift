import Catalog

/// The other end of a connection.
public enum Peer: Hashable, Sendable {
  /// A process on this machine, connected through a Unix socket.
  case unix
  /// A client at an address.
  case address(NetworkAddress)

  var address: NetworkAddress? { if case .address(let address) = self { address } else { nil } }
  var isOfThisMachine: Bool { address?.isLoopback ?? true }
}

/// The client of a request: the other end of the connection, or the client that a trusted proxy reports.
public struct Client: Sendable, Equatable {
  /// The address; `nil` for a process at a Unix socket, or if a proxy does not report it.
  public var address: NetworkAddress?
  /// True if the request comes from this machine.
  public var isLocal: Bool
  /// True if the connection is encrypted up to the server or its proxy.
  public var isSecure: Bool
  /// The host by which the client addressed the server, with the port if the address contains one.
  public var host: String
  /// The user who has logged in to a trusted proxy; `nil` if there is no proxy or no such user.
  public var proxyUser: String?

  /// Creates a client.
  public init(address: NetworkAddress? = nil, isLocal: Bool, isSecure: Bool, host: String, proxyUser: String? = nil) {
    self.address = address
    self.isLocal = isLocal
    self.isSecure = isSecure
    self.host = host
    self.proxyUser = proxyUser
  }

  /// A client on this machine.
  public static let local = Client(isLocal: true, isSecure: false, host: "localhost")

  /// The fields that the connection allows to any user: only public ones if it is unencrypted.
  public var fields: Audience.Fields { isOpen ? .publicOnly : .everything }

  /// True if others could read the connection: the client is on another machine and the connection is not encrypted.
  var isOpen: Bool { !isLocal && !isSecure }

  /// The scheme and host for absolute links to the server, such as `https://books.example`.
  public var origin: String { "\(isSecure ? "https" : "http")://\(host)" }
}
