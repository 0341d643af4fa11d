import CatalogModel
import Platform

/// The sockets that systemd opened for this process (sd_listen_fds(3)). With such sockets, systemd can start the server
/// at the first connection.
enum ActivatedSockets {
  /// Returns the sockets that systemd handed over; none if they are meant for another process.
  ///
  /// - Parameters:
  ///   - environment: Returns the value of an environment variable.
  ///   - first: The descriptor of the first socket.
  /// - Throws: ``CatalogError`` if a descriptor is not a socket that listens for connections.
  static func take(
    environment: (String) -> String?, process: Int32 = getpid(), first: Int32 = 3
  ) throws(CatalogError) -> [ListenSocket] {
    guard environment("LISTEN_PID").flatMap({ Int32($0) }) == process else { return [] }
    guard let count = environment("LISTEN_FDS").flatMap({ Int32($0) }), (1...64).contains(count) else { return [] }
    var sockets: [ListenSocket] = []
    for descriptor in first..<first + count {
      guard listens(descriptor), let address = SocketCalls.name(of: descriptor) else {
        throw CatalogError(
          .failed, "listen on", "descriptor \(descriptor)", cause: "not a socket that accepts connections",
          hint: "the socket unit must set ListenStream= and Accept=no")
      }
      // Child processes must not inherit the socket.
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      sockets.append(ListenSocket(address: address, descriptor: descriptor))
    }
    return sockets
  }

  private static func listens(_ descriptor: Int32) -> Bool {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0 && value == 1
  }
}
