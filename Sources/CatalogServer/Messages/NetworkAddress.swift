import Platform

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address equals the IPv4 address.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// The four or sixteen bytes of the address.
  public let bytes: [UInt8]

  /// Creates an address from its notation.
  ///
  /// - Returns: `nil` if the text is not an address: for host names, and for addresses with brackets or a zone.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var version4 = in_addr()
    var version6 = in6_addr()
    // The C functions would read a text only up to its first NUL.
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
    if inet_pton(AF_INET, text, &version4) == 1 {
      self.init(bytes: withUnsafeBytes(of: &version4) { Array($0) })
    } else if inet_pton(AF_INET6, text, &version6) == 1 {
      self.init(bytes: withUnsafeBytes(of: &version6) { Array($0) })
    } else {
      return nil
    }
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    self.bytes = bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
  }

  /// True for a loopback address: 127.0.0.0/8 (RFC 1122) or ::1 (RFC 4291).
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// True for an address that represents all addresses of the machine: 0.0.0.0 or ::.
  public var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The address in its canonical notation (RFC 5952), without brackets.
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard bytes.withUnsafeBytes({ inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) }) != nil else {
      return ""
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A range of addresses with a common prefix (RFC 4632), such as `192.168.0.0/16`, or a single address.
public struct Network: Hashable, Sendable {
  private let address: NetworkAddress
  private let bits: Int

  /// Creates a network from its notation.
  ///
  /// - Returns: `nil` if the text is not an address, or the prefix length is invalid for its version.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let address = NetworkAddress(parts[0]) else { return nil }
    let all = address.bytes.count * 8
    guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
    self.address = address
    self.bits = bits
  }

  /// Returns true if the network contains an address.
  public func contains(_ other: NetworkAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for (index, (one, other)) in zip(address.bytes, other.bytes).enumerated() {
      let left = min(max(bits - index * 8, 0), 8)
      if (one ^ other) >> (8 - left) != 0 { return false }
    }
    return true
  }
}
