import Platform

/// The names and addresses by which other machines on the network reach this machine.
public enum OwnNames {
  /// Returns `localhost`, the machine's host name, its name on the local network (RFC 6762), and its current addresses.
  public static func all() -> [String] {
    var name = [CChar](repeating: 0, count: 256)
    var names = ["localhost"]
    if gethostname(&name, name.count - 1) == 0 {
      let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if let authority = Authority(host), authority.port == nil, authority.address == nil {
        names.append(authority.host)
        if !authority.host.contains(".") { names.append("\(authority.host).local") }
      }
    }
    let addresses = addresses().map(\.description)
    return (names + ["127.0.0.1", "::1"] + addresses).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns the addresses at which other devices reach a server on this machine. The first address is the one that the
  /// system uses for connections to the internet, because a machine may also have addresses of virtual networks.
  ///
  /// ```swift
  /// let addresses = OwnNames.addresses(listening: NetworkAddress("0.0.0.0")!)
  /// ```
  ///
  /// - Parameter address: The address that the server listens on. If it is unspecified, the result contains all
  ///   addresses of its version; otherwise, only the address itself.
  /// - Returns: An empty list if only this machine can connect.
  public static func addresses(listening address: NetworkAddress) -> [NetworkAddress] {
    guard address.isUnspecified else { return address.isLoopback ? [] : [address] }
    let all = addresses().filter { $0.bytes.count == address.bytes.count }
    guard let main = SocketCalls.outgoingAddress(version: address), all.contains(main) else { return all }
    return [main] + all.filter { $0 != main }
  }

  private static func addresses() -> [NetworkAddress] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
      guard let address = entry?.pointee.ifa_addr else { return nil }
      let found = SocketCalls.address(address)?.0
      // Link-local addresses need a zone, which certificates cannot contain.
      return found.flatMap { $0.bytes.starts(with: [0xFE, 0x80]) || $0.isLoopback ? nil : $0 }
    }
  }
}
