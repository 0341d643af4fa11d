import Catalog
import Foundation
import Platform
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of uploading files through sockets.
@Suite struct UploadServerTests {
  /// A service that takes files at `/file`, except for `?who=reader`, and replies with their sizes and names.
  private struct FileService: UploadService {
    let router: Router

    init(limit: Int = .max) {
      let rule = UploadRule(limit: limit, types: ["text/csv"]) { request in
        if request.request.target["who"] == "reader" { throw Problem(403, detail: "not yours") }
      }
      router = Router([
        Route(.post, "/file", summary: "") { request in
          let (upload, body) = (request.request.upload, request.request.body)
          return .now(
            Response("\(upload?.file.count ?? -1) \(body.count) \(upload?.name ?? "-")\n", type: "text/plain"))
        }.taking(rule)
      ])
    }

    func answer(_ request: Request) throws -> Answer { try router.answer(request) }
    func upload(_ request: Request) throws -> ExpectedUpload? {
      try router.upload(request) { Viewer(account: request.target["account"], role: .owner, audience: .owner) }
    }
  }

  private static func head(_ length: Int?, _ query: String = "name=a.csv", type: String = "text/csv") -> String {
    let framing = length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
    return
      "POST /file?\(query) HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n\(framing)\r\nConnection: close\r\n\r\n"
  }

  private static func status(_ answer: String) -> Substring? { answer.split(separator: " ").dropFirst().first }

  private func idle(_ server: HTTPServer) async {
    while server.core.uploads.count > 0 { await Task.yield() }
  }

  @Test func `a file of 100 MB is received without keeping it in memory`() async throws {
    try await withServer(FileService()) { server in
      let client = try RawClient(server.addresses[0])
      let piece = [UInt8](repeating: 0x61, count: 1_000_000)
      client.send(Self.head(100_000_000))
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          for _ in 0..<100 { client.send(piece) }
          continuation.resume()
        }
      }
      #expect(await client.read().hasSuffix("100000000 0 a.csv\n"))
      await idle(server)
    }
  }

  @Test func `a form delivers its file`() async throws {
    try await withServer(FileService()) { server in
      let body = MultipartForm.body("title\nEmma\n", name: "x.csv")
      let type = "multipart/form-data; boundary=\(MultipartForm.boundary)"
      let head = Self.head(body.count, type: type).replacing("Host:", with: "Sec-Fetch-Site: same-origin\r\nHost:")
      let client = try RawClient(server.addresses[0])
      client.send(Array(head.utf8) + body)
      #expect(await client.read().hasSuffix("11 0 x.csv\n"))
      // Pages of other sites cannot send it.
      let foreign = try RawClient(server.addresses[0])
      foreign.send(Array(head.replacing("same-origin", with: "cross-site").utf8) + body)
      expectEqual(Self.status(await foreign.read()), "403")
    }
  }

  @Test func `an unacceptable upload is rejected by its head`() async throws {
    var options = HTTPServer.Options()
    options.limits.uploadSize = 10_000_000
    let made = Mutex(0)
    options.newFile = { () throws(Problem) in
      made.withLock { $0 += 1 }
      return try UploadedFile(in: FileManager.default.temporaryDirectory.path)
    }
    try await withServer(FileService(), options: options) { server in
      for (head, status) in [
        (Self.head(9_000_000, "who=reader"), "403"), (Self.head(10_000_001), "413"), (Self.head(.max), "413"),
        (Self.head(5, type: "image/png"), "415"), (Self.head(5, type: "application/json"), "415"),
        (Self.head(5, type: "multipart/form-data").replacing("Host:", with: "Sec-Fetch-Site: none\r\nHost:"), "400"),
      ] {
        // The client has not sent any of the body.
        let answer = try await RawClient.ask(server.addresses[0], head)
        expectEqual(Self.status(answer), Substring(status), "\(head)")
      }
      expectEqual(made.withLock { $0 }, 0)
    }
  }

  @Test func `an endless upload is cut off`() async throws {
    var options = HTTPServer.Options()
    options.limits.uploadSize = 100_000
    try await withServer(FileService(), options: options) { server in
      let client = try RawClient(server.addresses[0])
      client.send(Self.head(nil))
      let piece = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65_536) + Array("\r\n".utf8)
      for _ in 0..<200 { client.send(piece) }
      #expect(await !client.read().contains(" 200 "))
      await idle(server)
    }
  }

  @Test func `an aborted upload leaves nothing`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var options = HTTPServer.Options()
    options.limits.idleTime = .seconds(1)
    // The file has no name while it is received, so no other process can open it.
    let (names, found) = AsyncStream.makeStream(of: [String].self)
    options.newFile = { () throws(Problem) in
      let file = try UploadedFile(in: folder.path)
      found.yield((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? ["unreadable"])
      return file
    }
    let (ends, ended) = AsyncStream.makeStream(of: String.self)
    options.log = { ended.yield($0) }
    try await withServer(FileService(), options: options) { server in
      let client = try RawClient(server.addresses[0])
      client.send(Self.head(1_000_000) + String(repeating: "x", count: 500_000))
      var folders = names.makeAsyncIterator()
      await expectEqual(folders.next(), [])
      client.endSending()
      _ = await client.read()
      var iterator = ends.makeAsyncIterator()
      _ = await iterator.next()
      await idle(server)
    }
  }

  @Test func `the sender is told if the disk is full`() async throws {
    var options = HTTPServer.Options()
    options.newFile = { () throws(Problem) in UploadedFile(descriptor: open("/dev/full", O_RDWR | O_CLOEXEC)) }
    try await withServer(FileService(), options: options) { server in
      let answer = try await RawClient.ask(
        server.addresses[0], Self.head(200_000) + String(repeating: "x", count: 200_000))
      #expect(Self.status(answer) == "507" && answer.contains("disk"), "\(answer)")
      await idle(server)
    }
  }

  @Test func `uploads run up to a limit, and the next starts when one ends`() async throws {
    var options = HTTPServer.Options()
    options.limits.uploads = 1
    try await withServer(FileService(), options: options) { server in
      let first = try RawClient(server.addresses[0])
      first.send(Self.head(10) + "12345")
      while server.core.uploads.count == 0 { await Task.yield() }
      let second = try await RawClient.ask(server.addresses[0], Self.head(10))
      expectEqual(Self.status(second), "503")
      first.send("12345")
      #expect(await first.read().hasSuffix("10 0 a.csv\n"))
      await idle(server)
      let third = try await RawClient.ask(server.addresses[0], Self.head(1) + "1")
      expectEqual(Self.status(third), "200")
    }
  }

  @Test func `one account cannot occupy every upload slot`() async throws {
    try await withServer(FileService()) { server in
      let own = try (0..<2).map { _ in try RawClient(server.addresses[0]) }
      for client in own { client.send(Self.head(2, "account=ada") + "1") }
      while server.core.uploads.count < 2 { await Task.yield() }
      expectEqual(Self.status(try await RawClient.ask(server.addresses[0], Self.head(1, "account=ada") + "1")), "503")
      expectEqual(Self.status(try await RawClient.ask(server.addresses[0], Self.head(1, "account=bob") + "1")), "200")
      for client in own {
        client.send("1")
        await expectEqual(Self.status(client.read()), "200")
      }
      await idle(server)
      expectEqual(Self.status(try await RawClient.ask(server.addresses[0], Self.head(1, "account=ada") + "1")), "200")
    }
  }

  @Test func `a trickling upload is ended, and a steady one gets as much time again`() async throws {
    var options = HTTPServer.Options()
    options.limits.uploadPace = 1_000
    try await withServer(FileService(), options: options) { server in
      let began = ContinuousClock.now
      let client = try RawClient(server.addresses[0])
      client.send(Self.head(2_000) + "1")
      while server.core.uploads.count == 0 { await Task.yield() }
      expectEqual(server.core.connections.shutDown(waitingSinceBefore: began), 0)
      let late = ContinuousClock.now
      client.send(String(repeating: "1", count: 1_500))
      // The whole upload has been due since before `late`, unless received bytes count.
      while server.core.connections.isWaiting(sinceBefore: late) { await Task.yield() }
      expectEqual(server.core.connections.shutDown(waitingSinceBefore: late), 0)
      expectEqual(server.core.connections.shutDown(waitingSinceBefore: .now + .seconds(1)), 1)
      #expect(await !client.read().contains(" 200 "))
      await idle(server)
    }
  }
}
