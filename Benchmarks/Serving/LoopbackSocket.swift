#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sockets of 127.0.0.1.
enum LoopbackSocket {
  /// A place on loopback; with the port 0, one that the system chooses.
  static func place(port: UInt16 = 0) -> sockaddr_in {
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    place.sin_port = port.bigEndian
    return place
  }

  /// A socket at a port that nobody else has; it is to be closed.
  static func bound() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = place()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutableBytes(of: &place) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { place in
        bind(descriptor, place.baseAddress, length) == 0 && getsockname(descriptor, place.baseAddress, &length) == 0
      }
    }
    guard isBound else { throw BenchError(errno: "bind to", "loopback") }
    return (descriptor, UInt16(bigEndian: place.sin_port))
  }
}
