import CatalogModel
import CatalogTestSupport
import Foundation
import Platform
import TestExpectations
import Testing

@testable import CatalogServer

@Suite("Listening sockets")
struct ListenSocketTests {
  private let folder = TemporaryFolder()

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  private func code(_ path: String) -> CatalogError.Code? {
    do {
      let socket = try ListenSocket.open(.unix(path: path))
      socket.discard()
      return nil
    } catch { return error.code }
  }

  @Test("a Unix socket belongs to its owner and is removed at the end")
  func unix() throws {
    let path = folder.file("socket")
    let socket = try ListenSocket.open(.unix(path: path))
    expectEqual(mode(path), S_IFSOCK | 0o600)
    // A process is listening.
    #expect(code(path) == .inTheWay && mode(path) == S_IFSOCK | 0o600)
    socket.close()
    // No process is listening any more, so the socket is replaced.
    let next = try ListenSocket.open(.unix(path: path))
    unlink(path)
    let other = try ListenSocket.open(.unix(path: path))
    next.discard()
    #expect(mode(path) != nil, "the file of another server was removed")
    other.discard()
    #expect(mode(path) == nil)
  }

  @Test("a Unix socket replaces no other file and follows no link")
  func inTheWay() throws {
    let file = try folder.write("file", "text")
    expectEqual(code(file), .inTheWay)
    try expectEqual(folder.read("file"), Array("text".utf8))
    let path = folder.file("socket")
    let socket = try ListenSocket.open(.unix(path: path))
    socket.close()
    symlink(path, folder.file("link"))
    #expect(code(folder.file("link")) == .inTheWay && mode(path) != nil)
    symlink(folder.file("none"), folder.file("dangling"))
    #expect(code(folder.file("dangling")) == .inTheWay && mode(folder.file("none")) == nil)
    expectEqual(code(folder.file("none/socket")), .missing)
    mkdir(folder.file("open"), 0o700)
    chmod(folder.file("open"), 0o777)
    expectEqual(code(folder.file("open/socket")), .permissionDenied)
    chmod(folder.file("open"), 0o1777)
    #expect(code(folder.file("open/socket")) == nil)
    #expect(throws: CatalogError.self) { try ListenAddress("unix:" + String(repeating: "x", count: 108)) }
  }

  @Test("sockets from systemd are used if they are meant for this process")
  func activation() async throws {
    let made = try ListenSocket.open(try ListenAddress("127.0.0.1:0"))
    let other = try ListenSocket.open(.unix(path: folder.file("socket")))
    defer { other.file?.remove() }
    // Two consecutive descriptors that are not in use.
    let first = fcntl(made.descriptor, F_DUPFD, 5_000)
    try #require(first >= 0 && dup2(other.descriptor, first + 1) == first + 1)
    made.close()
    other.close()
    func take(_ process: String?, _ count: String?) throws -> [ListenSocket] {
      try ActivatedSockets.take(
        environment: { ["LISTEN_PID": process, "LISTEN_FDS": count][$0] ?? nil }, process: 17, first: first)
    }
    #expect(try take("18", "2").isEmpty && take(nil, "2").isEmpty && take("17", nil).isEmpty)
    #expect(try take("17", "0").isEmpty && take("17", "x").isEmpty && take("17", "-1").isEmpty)
    #expect(throws: CatalogError.self) { try take("17", "3") }
    let sockets = try take("17", "2")
    expectEqual(sockets.map(\.address), [made.address, other.address])
    #expect(fcntl(first, F_GETFD) & FD_CLOEXEC != 0)
    let service = ClosureService { _ in .now(Response("ours", type: "text/plain")) }
    let server = try HTTPServer(sockets, service, HTTPServer.Options())
    for address in server.addresses {
      let answer = try await RawClient.ask(address, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(answer.hasSuffix("ours"))
    }
    await server.stop()
    // A socket from systemd must not be removed.
    #expect(mode(folder.file("socket")) != nil)
  }
}
