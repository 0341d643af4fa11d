import Platform

/// The system calls for sockets, with types of this module.
enum SocketCalls {
  static func bind(_ descriptor: Int32, _ address: NetworkAddress, _ port: UInt16) -> Int32 {
    with(address, port) { SystemCall.bind(descriptor, $0, $1) }
  }

  private static func connect(_ descriptor: Int32, _ address: NetworkAddress, _ port: UInt16) -> Int32 {
    with(address, port) { SystemCall.connect(descriptor, $0, $1) }
  }

  private static func with(
    _ address: NetworkAddress, _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    if address.bytes.count == 16 {
      var name = sockaddr_in6()
      name.sin6_family = sa_family_t(AF_INET6)
      name.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &name.sin6_addr) { $0.copyBytes(from: address.bytes) }
      return withSocketName(&name, body)
    }
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_port = port.bigEndian
    withUnsafeMutableBytes(of: &name.sin_addr) { $0.copyBytes(from: address.bytes) }
    return withSocketName(&name, body)
  }

  static func bind(_ descriptor: Int32, path: String) -> Int32 { onPath(path) { SystemCall.bind(descriptor, $0, $1) } }
  static func connect(_ descriptor: Int32, path: String) -> Int32 {
    onPath(path) { SystemCall.connect(descriptor, $0, $1) }
  }

  /// Returns the address that a socket is bound to; `nil` if it is neither an internet address nor a Unix socket.
  static func name(of descriptor: Int32) -> ListenAddress? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withSocketName(&storage) { name, _ in getsockname(descriptor, name, &size) }
    guard result == 0 else { return nil }
    return withUnsafeBytes(of: &storage) { bytes in
      guard let start = bytes.baseAddress else { return nil }
      if let (address, port) = address(start.assumingMemoryBound(to: sockaddr.self)) {
        return .tcp(address, port: port)
      }
      guard Int32(start.loadUnaligned(as: sockaddr.self).sa_family) == AF_UNIX else { return nil }
      let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
      return .unix(path: String(decoding: bytes[offset..<max(offset, Int(size))].prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  /// Returns the address of this machine from which the system would connect to the internet; `nil` if it has no route.
  ///
  /// - Parameter version: Any address of the same version.
  static func outgoingAddress(version: NetworkAddress) -> NetworkAddress? {
    let is6 = version.bytes.count == 16
    // Addresses for documentation (RFC 5737, RFC 3849). Connecting a datagram socket sends nothing.
    guard let remote = NetworkAddress(is6 ? "2001:db8::1" : "203.0.113.1") else { return nil }
    let descriptor = SystemCall.datagramSocket(is6 ? AF_INET6 : AF_INET)
    guard descriptor >= 0 else { return nil }
    defer { SystemCall.close(descriptor) }
    guard connect(descriptor, remote, 9) == 0, case .tcp(let address, _) = name(of: descriptor) else { return nil }
    return address
  }

  /// Returns the address and the port of an internet socket address; `nil` for other families.
  static func address(_ name: UnsafePointer<sockaddr>) -> (NetworkAddress, UInt16)? {
    let bytes = UnsafeRawPointer(name)
    switch Int32(name.pointee.sa_family) {
    case AF_INET:
      var name = bytes.loadUnaligned(as: sockaddr_in.self)
      return withUnsafeBytes(of: &name.sin_addr) { NetworkAddress(bytes: Array($0)) }
        .map { ($0, UInt16(bigEndian: name.sin_port)) }
    case AF_INET6:
      var name = bytes.loadUnaligned(as: sockaddr_in6.self)
      return withUnsafeBytes(of: &name.sin6_addr) { NetworkAddress(bytes: Array($0)) }
        .map { ($0, UInt16(bigEndian: name.sin6_port)) }
    default: return nil
    }
  }

  private static func onPath(_ path: String, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: name.sun_path)
    guard path.utf8.count < room else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withSocketName(&name, body)
  }

  private static func withSocketName<Name, Result>(
    _ name: inout Name, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    let size = socklen_t(MemoryLayout<Name>.size)
    return withUnsafeMutablePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
