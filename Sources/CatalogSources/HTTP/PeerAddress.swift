import CatalogModel
import Platform

/// The internet address and the port at the other end of a connection.
package struct PeerAddress: Sendable, Equatable {
  /// The address in network byte order: four bytes for IPv4, sixteen for IPv6.
  let bytes: [UInt8]
  let port: Int

  /// Creates an address from its usual notation, such as `192.0.2.1` or `2001:db8::1`. Returns `nil` for any other
  /// text, including host names.
  package init?(_ text: String, port: Int) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      bytes.removeLast(12)
    } else if inet_pton(AF_INET6, text, &bytes) != 1 {
      return nil
    }
    (self.bytes, self.port) = (bytes, port)
  }

  /// Creates an address from a `sockaddr_in` or `sockaddr_in6`. Returns `nil` for other kinds of sockets.
  init?(_ socketAddress: UnsafeRawBufferPointer) {
    guard socketAddress.count >= MemoryLayout<sockaddr>.size else { return nil }
    let family = Int32(socketAddress.loadUnaligned(as: sockaddr.self).sa_family)
    let start: Int
    switch family {
    case AF_INET: start = 4
    case AF_INET6: start = 8
    default: return nil
    }
    let end = start + (family == AF_INET ? 4 : 16)
    guard socketAddress.count >= end else { return nil }
    bytes = Array(socketAddress[start..<end])
    port = Int(socketAddress[2]) << 8 | Int(socketAddress[3])
  }

  /// True if anyone on the internet can reach the address. False for this machine, private and local networks,
  /// multicast, and addresses that are reserved for documentation or other purposes. An IPv6 address that embeds an
  /// IPv4 address is judged by the embedded address.
  ///
  /// The ranges are those of IANA's registries of special-purpose addresses (RFC 6890).
  var isPublic: Bool {
    if bytes.count == 4 { return Self.isPublic(bytes[...]) }
    // Addresses that are mapped (RFC 4291), translated (RFC 6052) and of 6to4 (RFC 3056) lead to the embedded address.
    if Self.hasPrefix(bytes, Self.mapped, 96) || Self.hasPrefix(bytes, Self.translated, 96) {
      return Self.isPublic(bytes[12...])
    }
    if Self.hasPrefix(bytes, [0x20, 0x02], 16) { return Self.isPublic(bytes[2..<6]) }
    // Interface identifiers of ISATAP (RFC 5214) lead to the IPv4 address at their end.
    if Self.isatap.contains(Array(bytes[8..<12])), !Self.isPublic(bytes[12...]) { return false }
    return Self.hasPrefix(bytes, [0x20], 3) && !Self.reserved6.contains { Self.hasPrefix(bytes, $0.prefix, $0.bits) }
  }

  private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
  private static let isatap: [[UInt8]] = [[0x00, 0x00, 0x5E, 0xFE], [0x02, 0x00, 0x5E, 0xFE]]
  private static let translated = [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)

  private static func isPublic(_ address: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(address)
    return !reserved4.contains { hasPrefix(bytes, $0.prefix, $0.bits) }
  }

  private static let reserved4: [(prefix: [UInt8], bits: Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
    ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
    ([203, 0, 113], 24), ([224], 4), ([240], 4),
  ]

  /// The reserved ranges within 2000::/3, the only part of IPv6 from which public addresses are assigned.
  private static let reserved6: [(prefix: [UInt8], bits: Int)] = [
    ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),
  ]

  private static func hasPrefix(_ bytes: [UInt8], _ prefix: [UInt8], _ bits: Int) -> Bool {
    let (whole, rest) = (bits / 8, bits % 8)
    guard bytes.prefix(whole) == prefix.prefix(whole) else { return false }
    return rest == 0 || (bytes[whole] ^ prefix[whole]) >> UInt8(8 - rest) == 0
  }
}

/// The peers that a transport may connect to. By default, these are public addresses, with the default ports of HTTP
/// and HTTPS.
///
/// The policy is applied to the address that a socket is about to connect to. At that point, the host's name has been
/// resolved, so no answer of a name server can change the address after the check.
package struct PeerPolicy: Sendable {
  /// Other peers that are allowed, for tests with a server on this machine.
  private let exceptions: [PeerAddress]

  package init(exceptions: [PeerAddress] = []) { self.exceptions = exceptions }

  func allows(_ peer: PeerAddress) -> Bool {
    exceptions.contains(peer) || peer.isPublic && Self.ports.contains(peer.port)
  }

  func allows(port: Int) -> Bool { Self.ports.contains(port) || exceptions.contains { $0.port == port } }

  private static let ports = [80, 443]

  /// Returns the refusal of a web address that no connection is needed to judge: one with a port or a numeric address
  /// that is not allowed. Returns `nil` for all others.
  package static func refusal(of address: String) -> SourceFailure? {
    guard let origin = try? HTTPOrigin(of: address) else { return nil }
    let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
    let isRefused =
      PeerAddress(host, port: origin.port).map { !PeerPolicy().allows($0) } ?? !PeerPolicy().allows(port: origin.port)
    guard isRefused else { return nil }
    return SourceFailure(
      .failed, HTTPAddress.shown(address), cause: "only public addresses with the ports 80 and 443 are allowed")
  }
}
