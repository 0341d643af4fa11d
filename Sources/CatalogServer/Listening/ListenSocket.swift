import CatalogModel
import Platform

/// A socket that is bound and listening.
struct ListenSocket: Sendable {
  /// The actual address, with the port that the system chose.
  let address: ListenAddress
  /// The descriptor. The daemon that serves the socket closes it.
  let descriptor: Int32
  /// The file of a Unix socket that this process created; `nil` for other sockets. The process removes this file when
  /// the socket closes, but never another file at the same path.
  var file: UnixSocketFile?

  /// Starts listening.
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

  /// Closes a socket that is not being served.
  func discard() {
    // Remove the file before closing the socket. While the socket is open, no other file can have the same inode
    // number.
    file?.remove()
    close()
  }

  func close() {
    SystemCall.close(descriptor)
  }

  private static func open(_ network: NetworkAddress, _ port: UInt16) throws(CatalogError) -> ListenSocket {
    let address = ListenAddress.tcp(network, port: port)
    let is6 = network.bytes.count == 16
    let descriptor = SystemCall.streamSocket(is6 ? AF_INET6 : AF_INET)
    guard descriptor >= 0 else { throw failure(address, errno) }
    var socket = ListenSocket(address: address, descriptor: descriptor)
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Connections left over from a server that has just stopped would otherwise block its port.
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
      case EADDRINUSE: (.inTheWay, "another program uses this port; stop it, or choose another port")
      case EACCES, EPERM: (.permissionDenied, "ports below 1024 need special permission; choose a higher one")
      case EADDRNOTAVAIL: (.missing, "choose an address of this machine")
      default: (.failed, nil)
      }
    return CatalogError(
      kind, "listen on", address.description, cause: SystemError.words(code), hint: hint)
  }
}
