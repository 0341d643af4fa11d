import CatalogModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket that is bound and listens.
struct ListenSocket: Sendable {
  /// Where it really listens: with the port that the system chose.
  let address: ListenAddress
  /// Closed by who serves it.
  let descriptor: Int32
  /// The file of a Unix socket that was made here, so that only that one is removed.
  var file: UnixSocketFile?

  /// Begins to listen.
  ///
  /// - Throws: ``CatalogError``.
  static func open(_ address: ListenAddress) throws(CatalogError) -> ListenSocket {
    switch address {
    case .tcp(let network, let port): return try open(network, port)
    case .unix(let path):
      let (descriptor, file) = try UnixSocketFile.listen(at: path)
      return ListenSocket(address: address, descriptor: descriptor, file: file)
    }
  }

  /// Ends a socket that nobody serves.
  func discard() {
    // While it is open, its file is known for sure: the number of another one is another.
    file?.remove()
    close()
  }

  func close() {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  private static func open(_ network: NetworkAddress, _ port: UInt16) throws(CatalogError) -> ListenSocket {
    let address = ListenAddress.tcp(network, port: port)
    let is6 = network.bytes.count == 16
    let descriptor = SocketCalls.make(is6 ? AF_INET6 : AF_INET)
    guard descriptor >= 0 else { throw failure(address, errno) }
    var socket = ListenSocket(address: address, descriptor: descriptor)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A server that was just stopped leaves connections behind, which would keep its port.
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    if is6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
    guard SocketCalls.bind(descriptor, network, port) == 0, listen(descriptor, SOMAXCONN) == 0,
      let real = SocketCalls.name(of: descriptor)
    else {
      let code = errno
      socket.close()
      throw failure(address, code)
    }
    socket = ListenSocket(address: real, descriptor: descriptor)
    return socket
  }

  static func failure(_ address: ListenAddress, _ code: Int32) -> CatalogError {
    let (kind, hint): (CatalogError.Code, String?) =
      switch code {
      case EADDRINUSE: (.inTheWay, "another program listens there; end it, or choose another port")
      case EACCES, EPERM: (.permissionDenied, "ports below 1024 are the system's; choose another one")
      case EADDRNOTAVAIL: (.missing, "this machine has no such address")
      default: (.failed, nil)
      }
    return CatalogError(
      kind, "listen at", address.description, cause: String(cString: strerror(code)).lowercased(), hint: hint)
  }
}
