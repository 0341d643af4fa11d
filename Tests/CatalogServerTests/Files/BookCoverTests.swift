import Catalog
import CatalogModel
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer
@testable import CatalogSources

/// Tests of replacing covers with uploaded images.
@Suite struct BookCoverTests {
  private static func png(_ number: UInt8 = 0, size: Int = 40) -> [UInt8] {
    let head: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
        0, 0, 0, 20, 0, 0, 0, 30, 8, 2,
      ]
    return head + [UInt8](repeating: number, count: size - head.count)
  }

  private let folder = TemporaryFolder()
  private let catalog: BookCatalog
  private let trial: ServerTrial

  init() async throws {
    catalog = try await BookCatalog.open(folder.file("books.db"))
    try await catalog.add { ($0.title, $0.cover) = ("Emma", "https://covers.example/1.jpg") }
    let cache = CoverCache(
      folder: folder.file("cache"), limit: 1_000_000, transport: ScriptedTransport { _ in .init(status: 404) })
    trial = ServerTrial(CatalogSite(catalog, covers: cache, allowsEdits: true), bodyLimit: 1_000)
  }

  private func put(_ bytes: [UInt8], _ query: String = "?overwrite=1", book: Int = 1) async -> Reply {
    await trial.ask("PUT", "/book/\(book)/cover\(query)", ["Content-Type": "image/png"], body: bytes)
  }

  private func reportedCover() async throws -> (address: String?, seen: String) {
    let text = await trial.ask("GET", "/book/1/cover").text
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    return (object["address"] as? String, try #require(object["seen"] as? String))
  }

  private var cover: String? { get async throws { try await catalog.book(1)?.cover } }

  @Test func `an uploaded image replaces the cover, is served, and can be undone as a step`() async throws {
    let before = try await reportedCover()
    #expect(before.address == nil)
    let reply = await put(Self.png(), "?seen=\(before.seen)")
    expectEqual(reply.status, 200, "\(reply.text)")
    #expect(
      reply.text.contains("cover changed from “https://covers.example/1.jpg” to an image"),
      "no path of this machine is told")
    let after = try await reportedCover()
    let address = try #require(after.address)
    let served = await trial.ask("GET", address)
    #expect(served.status == 200 && served.fields["content-type"] == "image/png")
    #expect(after.seen != before.seen)
    // The sender of this second image has not seen the first.
    await expectEqual(put(Self.png(1), "?seen=\(before.seen)").status, 409)
    await expectEqual(put(Self.png(1), "?seen=\(after.seen)").status, 200)
    await expectEqual(trial.ask("POST", "/undo").status, 200)
    try await expectEqual(reportedCover().address, address)
    await expectEqual(trial.ask("POST", "/undo").status, 200)
    try await expectEqual(cover, "https://covers.example/1.jpg")
    await expectEqual(trial.ask("POST", "/redo").status, 200)
    await expectEqual(trial.ask("GET", address).status, 200)
    await expectEqual(trial.ask("DELETE", "/book/1/cover").status, 428)
    await expectEqual(trial.ask("DELETE", "/book/1/cover?overwrite=1").status, 200)
    #expect(try await cover == nil)
  }

  @Test func `a form uploads an image with the state that its sender saw`() async throws {
    let page = await trial.ask("GET", "/book/1", ["Accept": "text/html"]).text
    let seen = try #require(page.firstMatch(of: #/name="seen\.cover" value="([^"]+)"/#)?.1)
    #expect(page.contains("enctype=\"multipart/form-data\"") && page.contains("Another cover"))
    func send(_ bytes: [UInt8], name: String = "../../x.png") async -> Reply {
      await trial.ask(
        "POST", "/book/1/cover", MultipartForm.fields,
        body: MultipartForm.body(bytes, name: name, [("seen.cover", String(seen))]))
    }
    await expectEqual(send(Array("<html>".utf8), name: "x.png").status, 415)
    let reply = await send(Self.png())
    #expect(reply.status == 303 && reply.fields["location"]?.hasPrefix("/book/1?step=") == true)
    await expectEqual(send(Self.png(1)).status, 409)
    #expect(await trial.ask("GET", "/book/1", ["Accept": "text/html"]).text.contains("No cover"))
    let removed = await trial.ask(
      "POST", "/book/1/cover/remove",
      ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"],
      body: Array("seen.cover=\(try await reportedCover().seen)".utf8))
    expectEqual(removed.status, 303)
  }

  @Test func `a cover of another edition can be chosen from a page, unless the cover has changed since`() async throws {
    try await catalog.edit(1) { $0.authors = ["Jane Austen"] }
    for title in ["Emma", "Persuasion"] { try await catalog.add { ($0.title, $0.authors) = (title, ["Jane Austen"]) } }
    await expectEqual(put(Self.png(), book: 2).status, 200)
    await expectEqual(put(Self.png(1), book: 3).status, 200)
    let page = try await trial.page("/book/1/covers")
    #expect(page.faults.isEmpty, "\(page.faults)")
    let choices = page.all("button").filter { $0[attribute: "name"] == "cover" }
    expectEqual(choices.map { $0[attribute: "aria-label"] }, ["Use this cover: Book 2"])
    let name = try #require(choices.first?[attribute: "value"])
    let seen = try await reportedCover().seen
    func choose(_ name: String, _ seen: String) async -> Int {
      await trial.ask(
        "POST", "/book/1/cover/choose",
        ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"],
        body: Array("cover=\(name)&seen.cover=\(seen)".utf8)
      ).status
    }
    await expectEqual(choose("2-0123456789abcdef", seen), 409)
    await expectEqual(choose(name, seen), 303)
    #expect(try await cover == catalog.book(2)?.cover)
    await expectEqual(choose(name, seen), 409)
    await expectEqual(choose(name, ""), 428)
  }

  @Test func `an image is stored once in a folder of the owner's own, and no other file is overwritten`()
    async throws
  {
    await expectEqual(put(Self.png()).status, 200)
    let path = folder.file("books.db-covers")
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    let name = try #require(names.first)
    #expect(names.count == 1 && name.wholeMatch(of: #/[0-9a-f]{64}\.png/#) != nil)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
    #expect(try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")[.posixPermissions] as? Int == 0o600)
    try await catalog.add { $0.title = "Dune" }
    await expectEqual(put(Self.png(), book: 2).status, 200)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: path), [name])
    try Data("theirs".utf8).write(to: URL(filePath: "\(path)/\(name)"))
    try await catalog.edit(2) { $0.cover = nil }
    await expectEqual(put(Self.png(), book: 2).status, 500)
    try expectEqual(Data(contentsOf: URL(filePath: "\(path)/\(name)")), Data("theirs".utf8))
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: path), [name])
  }

  @Test func `a large image is stored and served, and a larger one or another file is rejected without a trace`()
    async throws
  {
    await expectEqual(put(Self.png(size: 16 * 1_048_576 + 1)).status, 413)
    await expectEqual(put(Array("GIF89a".utf8)).status, 415)
    await expectEqual(put([]).status, 415)
    await expectEqual(put(Self.png(), "").status, 428)
    await expectEqual(put(Self.png(), book: 9).status, 404)
    #expect(!FileManager.default.fileExists(atPath: folder.file("books.db-covers")))
    await expectEqual(put(Self.png(size: 16 * 1_048_576)).status, 200)
    let address = try #require(try await reportedCover().address)
    await expectEqual(trial.ask("GET", address).status, 200)
    await expectEqual(
      trial.ask(
        "PATCH", "/book/1", ["Content-Type": "application/json"],
        body: Array(#"{"set":{"cover":"file:///etc/passwd"},"overwrite":true}"#.utf8)
      ).status, 403)
  }

  @Test func `only a viewer who may change shared values can replace a cover`() async throws {
    let accounts = try await AccountTrial()
    for (name, status) in [("Rita", 403), ("Nobody", 401)] {
      var fields = AccountTrial.basic(name)
      fields.set("Content-Type", "image/png")
      try await expectEqual(accounts.ask(.put, "/book/1/cover?overwrite=1", fields).status, status)
    }
    try await expectEqual(accounts.ask(.put, "/book/1/cover?overwrite=1", ["Content-Type": "image/png"]).status, 403)
    try await expectEqual(accounts.ask(.get, "/book/1/covers", AccountTrial.basic("Rita")).status, 403)
    #expect(try await !accounts.ask(.get, "/book/1.html", AccountTrial.basic("Rita")).text.contains("Another cover"))
    #expect(try await accounts.ask(.get, "/book/1/cover", AccountTrial.basic("Rita")).text.contains("\"seen\":null"))
    #expect(try await accounts.ask(.get, "/book/1.html", AccountTrial.basic("Ed")).text.contains("Another cover"))
  }
}
