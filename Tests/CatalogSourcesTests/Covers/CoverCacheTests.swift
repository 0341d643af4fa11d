import Catalog
import CatalogTestSupport
import FoundationEssentials
import Platform
import Synchronization
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("The cache of covers")
struct CoverCacheTests {
  private let folder = TemporaryFolder()
  private let clock = SetClock()

  private func cache(_ transport: any HTTPTransport, limit: Int = 1_000_000) -> CoverCache {
    CoverCache(folder: folder.file("cache/covers"), limit: limit, transport: transport, now: { [clock] in clock.now })
  }

  /// Returns a transport that serves a different image for each number.
  private func images(size: Int = 40) -> ScriptedTransport {
    ScriptedTransport { request in
      let number = request.url.split(separator: "/").last?.prefix { $0 != "-" }.description ?? ""
      return UInt8(number).map {
        .init(headers: ["Content-Type": "text/plain"], body: CoverFixture.png($0, size: size))
      }
    }
  }

  private func names(_ part: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file("cache/covers/\(part)"))) ?? []).sorted()
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("a cover is fetched once, then read from its file, also by another process")
  func once() async throws {
    let transport = images()
    let cover = try await cache(transport).cover(at: CoverFixture.address(7))
    #expect(cover.bytes == CoverFixture.png(7) && cover.image.kind == .png)
    #expect(cover.image.width == 20 && cover.image.height == 30)
    #expect([UInt8](try Data(contentsOf: URL(filePath: cover.path))) == cover.bytes && cover.path.hasSuffix(".png"))
    try await expectEqual(cache(transport).cover(at: CoverFixture.address(7)), cover)
    expectEqual(transport.requests.map(\.url), [CoverFixture.address(7)])
    expectEqual(transport.requests.first?.bodyLimit, 5 * 1_048_576)
  }

  @Test("files and folders are their owner's alone, and nothing half written is left")
  func modes() async throws {
    let cover = try await cache(images()).cover(at: CoverFixture.address(7))
    for path in ["cache", "cache/covers", "cache/covers/images", "cache/covers/addresses"] {
      expectEqual(mode(folder.file(path)), 0o700, "\(path)")
    }
    expectEqual(mode(cover.path), 0o600)
    #expect(names("images").count == 1 && names("addresses").count == 1)
    expectEqual(mode(folder.file("cache/covers/addresses/\(names("addresses")[0])")), 0o600)
  }

  @Test("one image at two addresses is one file")
  func shared() async throws {
    let transport = ScriptedTransport { _ in .init(body: CoverFixture.png()) }
    let cache = cache(transport)
    let covers = [
      try await cache.cover(at: CoverFixture.address(1)), try await cache.cover(at: CoverFixture.address(2)),
    ]
    #expect(covers[0] == covers[1] && transport.requests.count == 2)
    #expect(names("images").count == 1 && names("addresses").count == 2)
  }

  @Test("those that were not used for the longest time make room")
  func eviction() async throws {
    let transport = images(size: 1_000)
    let cache = cache(transport, limit: 5_000)
    for number in 1...5 {
      _ = try await cache.cover(at: CoverFixture.address(number))
      clock.advance(by: 1)
    }
    expectEqual(names("images").count, 5)
    // The first image is used again. The next one exceeds the limit, and at most four and a half images are kept.
    _ = try await cache.cover(at: CoverFixture.address(1))
    clock.advance(by: 1)
    _ = try await cache.cover(at: CoverFixture.address(6))
    #expect(names("images").count == 4 && names("addresses").count == 4)
    let before = transport.requests.count
    for number in [1, 4, 5, 6] { _ = try await cache.cover(at: CoverFixture.address(number)) }
    expectEqual(transport.requests.count, before)
    _ = try await cache.cover(at: CoverFixture.address(2))
    expectEqual(transport.requests.count, before + 1)
  }

  @Test("what another process stored counts, and the newest stays even where it is larger than all may be")
  func othersAndLarge() async throws {
    _ = try await cache(images(size: 1_000), limit: 10_000).cover(at: CoverFixture.address(1))
    clock.advance(by: 1)
    let other = cache(images(size: 1_000), limit: 1_500)
    let cover = try await other.cover(at: CoverFixture.address(2))
    #expect(names("images").count == 1 && access(cover.path, F_OK) == 0)
    let small = cache(images(size: 1_000), limit: 10)
    expectEqual(access(try await small.cover(at: CoverFixture.address(3)).path, F_OK), 0)
    expectEqual(names("images").count, 1)
  }

  @Test("an address without a cover is believed to have none for a day")
  func missing() async throws {
    let transport = images()
    let cache = cache(transport)
    for _ in 0..<3 {
      await expectFailure(.missing, "no cover") { try await cache.cover(at: CoverFixture.address(999)) }
    }
    await expectFailure(.missing, "no cover") { try await self.cache(transport).cover(at: CoverFixture.address(999)) }
    expectEqual(transport.requests.count, 1)
    clock.advance(by: 86_400)
    await expectFailure(.missing, "no cover") { try await cache.cover(at: CoverFixture.address(999)) }
    expectEqual(transport.requests.count, 2)
    // A clock that was set back by a year does not prolong the answer.
    clock.advance(by: -31_536_000)
    await expectFailure(.missing, "no cover") { try await cache.cover(at: CoverFixture.address(999)) }
    expectEqual(transport.requests.count, 3)
  }

  @Test("an image of one pixel, and an address that is gone, are no cover")
  func blank() async throws {
    let transport = ScriptedTransport { request in
      request.url == CoverFixture.address(1) ? .init(body: CoverFixture.png(width: 1, height: 1)) : .init(status: 410)
    }
    for number in [1, 2] {
      for _ in 0..<2 {
        await expectFailure(.missing, "no cover") { try await cache(transport).cover(at: CoverFixture.address(number)) }
      }
    }
    expectEqual(transport.requests.count, 2)
  }

  @Test(
    "what is no image is refused, whatever it is called, and is not remembered",
    arguments: [
      ("<!DOCTYPE html><title>Sign in</title>", "HTML"), (" <html>", "HTML"), ("", "empty"), ("BM", "not a JPEG"),
      ("GIF89a", "begins like a GIF"), ("{\"error\":\"no\"}", "not a JPEG"),
    ])
  func noImage(text: String, words: String) async throws {
    let transport = ScriptedTransport { _ in .init(text, type: "image/jpeg") }
    for _ in 0..<2 {
      await expectFailure(.malformed, words) { try await cache(transport).cover(at: CoverFixture.address(1)) }
    }
    #expect(transport.requests.count == 2 && names("images").isEmpty)
  }

  @Test("other failures are told as they are, and nothing is kept of them")
  func failures() async throws {
    for (status, code) in [(429, .busy), (403, .denied), (500, .busy), (304, .malformed)] as [(Int, SourceFailure.Code)]
    {
      await expectFailure(code, "\(status)") {
        try await cache(ScriptedTransport { _ in .init(status: status) }).cover(at: CoverFixture.address(1))
      }
    }
    await expectFailure(.tooLarge, "bytes") {
      try await cache(images(size: 5 * 1_048_576 + 1)).cover(at: CoverFixture.address(1))
    }
    try await expectEqual(cache(images(size: 5 * 1_048_576)).cover(at: CoverFixture.address(1)).bytes.count, 5_242_880)
  }

  @Test("a file that is damaged, gone, or something else is fetched again")
  func damaged() async throws {
    let transport = images()
    let path = try await cache(transport).cover(at: CoverFixture.address(7)).path
    let entry = folder.file("cache/covers/addresses/\(names("addresses")[0])")
    let spoilings: [() throws -> Void] = [
      { try Data([1, 2, 3]).write(to: URL(filePath: path)) },
      { try Data().write(to: URL(filePath: path)) },
      { unlink(path) },
      { try Data("nonsense".utf8).write(to: URL(filePath: entry)) },
      { try Data("https://other.example/\nx.png\n".utf8).write(to: URL(filePath: entry)) },
      { try Data("\(CoverFixture.address(7))\n../../../secret\n".utf8).write(to: URL(filePath: entry)) },
      {
        unlink(path)
        symlink("/etc/hostname", path)
      },
    ]
    for (number, spoil) in spoilings.enumerated() {
      try spoil()
      let cover = try await cache(transport).cover(at: CoverFixture.address(7))
      expectEqual(cover.bytes, CoverFixture.png(7), "\(number)")
      expectEqual(transport.requests.count, number + 2, "\(number)")
    }
  }

  @Test("another image with the same fingerprint gets another name")
  func collision() throws {
    let files = CoverFiles(folder: folder.file("cache"), limit: 1_000) { $0.count == 40 ? "same" : "\($0.count)" }
    let now = clock.now
    #expect(try files.store(CoverFixture.png(1), .png, of: "a", now: now) == ("same.png", true))
    #expect(try files.store(CoverFixture.png(2), .png, of: "bb", now: now) == ("same-1.png", true))
    #expect(try files.store(CoverFixture.png(2), .png, of: "ccc", now: now) == ("same-1.png", false))
    try expectEqual(files.entry(of: "ccc", now: now), .image("same-1.png"))
    try expectEqual(files.image("same.png", now: now), CoverFixture.png(1))
    try expectEqual(files.image("same-1.png", now: now), CoverFixture.png(2))
  }

  @Test("another address with the same fingerprint takes the place of the first")
  func addressCollision() throws {
    let files = CoverFiles(folder: folder.file("cache"), limit: 1_000) { _ in "same" }
    _ = try files.store(CoverFixture.png(1), .png, of: "a", now: clock.now)
    try files.storeMissing("b", now: clock.now)
    #expect(try files.entry(of: "a", now: clock.now) == nil)
    try expectEqual(files.entry(of: "b", now: clock.now), .missing(clock.now))
  }

  @Test(
    "half written files of a process that was killed are removed once they are old by the file system's clock",
    arguments: ["images", "addresses"])
  func leftovers(part: String) async throws {
    // Each image exceeds the limit, so the existing files are searched.
    let cache = cache(images(), limit: 1)
    _ = try await cache.cover(at: CoverFixture.address(1))
    let left = folder.file("cache/covers/\(part)/.left")
    // The contents that a file has before it is renamed.
    try Data("http://x/1\ngone.png\n".utf8).write(to: URL(filePath: left))
    // The clock that determines the age of answers has no effect.
    clock.advance(by: 1_000_000_000)
    _ = try await self.cache(images(), limit: 1).cover(at: CoverFixture.address(2))
    expectEqual(access(left, F_OK), 0)
    try FileManager.default.setAttributes([.modificationDate: Date() - 3_601], ofItemAtPath: left)
    _ = try await self.cache(images(), limit: 1).cover(at: CoverFixture.address(3))
    #expect(access(left, F_OK) != 0)
  }

  @Test("who asks for the same at the same time shares one request; the last one to leave ends it")
  func flights() async throws {
    let gate = ChaosGate()
    let server = try ChaosServer { _ in .bytes(CoverFixture.png(), type: "image/png").held(by: gate) }
    let cache = cache(transport())
    let address = server.url + "/b/id/1-L.jpg"
    let tasks = (0..<10).map { _ in Task { try await cache.cover(at: address) } }
    await server.reached { $0[.latency] == 1 }
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    gate.open()
    for task in tasks.dropFirst() { try await expectEqual(task.value.bytes, CoverFixture.png()) }
    expectEqual(server.requests.count, 1)

    let closed = ChaosGate()
    let silent = try ChaosServer { _ in .status(404).held(by: closed) }
    let task = Task { try await cache.cover(at: silent.url) }
    await silent.reached { $0[.latency] == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await silent.reached { $0.hangUps == 1 }
    closed.open()
    // Later requests are not cancelled with it.
    await expectFailure(.missing, "no cover") { try await cache.cover(at: silent.url) }
  }

  @Test("who comes when the last one has left is not cancelled with it")
  func cancelledFlight() async throws {
    let held = Mutex<[CheckedContinuation<Void, Never>]>([])
    let (begun, reported) = AsyncStream.makeStream(of: Void.self)
    // The request takes a while to notice its cancellation.
    let cache = cache(
      ScriptedTransport { _ in
        await withCheckedContinuation { continuation in
          held.withLock { $0.append(continuation) }
          reported.yield()
        }
        try Task.checkCancellation()
        return .init(body: CoverFixture.png())
      })
    var requests = begun.makeAsyncIterator()
    let first = Task { try await cache.cover(at: CoverFixture.address(1)) }
    await requests.next()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let second = Task { try await cache.cover(at: CoverFixture.address(1)) }
    await requests.next()
    for continuation in held.withLock({ $0 }) { continuation.resume() }
    try await expectEqual(second.value.bytes, CoverFixture.png())
  }

  @Test("over HTTP: an HTML page, a body that breaks off and one without an end")
  func server() async throws {
    let server = try ChaosServer { request in
      switch request.path {
      case "/html": .text("<html><body>Sign in", type: "image/jpeg")
      case "/cut": .truncated(CoverFixture.png(), announcing: 400)
      case "/endless": .endless(CoverFixture.png(size: 10_000), type: "image/png")
      case "/on": .redirect(to: "/image")
      default: .bytes(CoverFixture.png(), type: "text/html")
      }
    }
    let cache = cache(transport())
    await expectFailure(.malformed, "HTML") { try await cache.cover(at: server.url + "/html") }
    await expectFailure(.unreachable, "ended too early") { try await cache.cover(at: server.url + "/cut") }
    await expectFailure(.tooLarge, "bytes") { try await cache.cover(at: server.url + "/endless") }
    try await expectEqual(cache.cover(at: server.url + "/on").image.kind, .png)
    #expect(server.log[.truncation] == 1 && server.log[.endless] == 1 && server.log[.redirect] == 1)
  }

  @Test("two processes that store and make room at a time leave whole files and lose no answer")
  func together() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        let cache = cache(images(size: 1_000), limit: 6_000)
        group.addTask {
          for round in 0..<40 {
            let number = (worker * 7 + round * 3) % 20
            let bytes = try await cache.cover(at: CoverFixture.address(number)).bytes
            expectEqual(bytes, CoverFixture.png(UInt8(number), size: 1_000))
          }
        }
      }
      try await group.waitForAll()
    }
    for name in names("images") {
      try expectEqual(folder.read("cache/covers/images/\(name)").count, 1_000)
    }
  }

  @Test("a folder that cannot be used is said")
  func folderInTheWay() async throws {
    try folder.write("cache", "a file")
    let error = await #expect(throws: CatalogError.self) {
      try await cache(images()).cover(at: CoverFixture.address(1))
    }
    #expect(error?.operation == "write" && error?.subject.hasPrefix(folder.path) == true)
  }

  @Test("the usual folder")
  func usualFolder() {
    expectEqual(CoverCache.folder(environment: ["XDG_CACHE_HOME": "/c", "HOME": "/h"]), "/c/catalog/covers")
    expectEqual(CoverCache.folder(environment: ["XDG_CACHE_HOME": "c", "HOME": "/h"]), "/h/.cache/catalog/covers")
  }
}
