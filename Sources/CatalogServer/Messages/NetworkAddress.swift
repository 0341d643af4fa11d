#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An address of the internet, of version 4 or 6. One of version 4 that is written as one of version 6 is that of version 4.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
  /// Four bytes, or sixteen.
  public let bytes: [UInt8]

  /// - Returns: `nil` for any other text, names too. Brackets and zones do not belong to it.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var version4 = in_addr()
    var version6 = in6_addr()
    // The C functions would read a text up to its first NUL.
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

  /// The machine itself: 127.0.0.0/8 (RFC 1122) and ::1 (RFC 4291).
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// What stands for all addresses of the machine: 0.0.0.0 and ::.
  public var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  /// As it is written (RFC 5952), without brackets.
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard bytes.withUnsafeBytes({ inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count)) }) != nil else {
      return ""
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Addresses that begin with the same bits (RFC 4632): `192.168.0.0/16`, or one address.
public struct Network: Hashable, Sendable {
  private let address: NetworkAddress
  private let bits: Int

  /// - Returns: `nil` where the text is no address, or the number of bits none of its version.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let address = NetworkAddress(parts[0]) else { return nil }
    let all = address.bytes.count * 8
    guard let bits = parts.count == 1 ? all : Int(parts[1]), (0...all).contains(bits) else { return nil }
    self.address = address
    self.bits = bits
  }

  /// Whether an address is one of them.
  public func contains(_ other: NetworkAddress) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    for (index, (one, other)) in zip(address.bytes, other.bytes).enumerated() {
      let left = min(max(bits - index * 8, 0), 8)
      if (one ^ other) >> (8 - left) != 0 { return false }
    }
    return true
  }
}
