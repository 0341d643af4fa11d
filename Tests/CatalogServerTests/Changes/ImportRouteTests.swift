import Catalog
import CatalogJSON
import CatalogModel
import CatalogSources
import CatalogTestSupport
import Foundation
import Synchronization
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of importing uploaded files of books.
@Suite struct ImportRouteTests {
  private static let csv = "Title,Author,My Rating\nEmma,Jane Austen,4\nDune,Frank Herbert,0\n,Nobody,1\n"

  private let catalog: BookCatalog
  private let site: CatalogSite
  private let trial: ServerTrial

  init() throws {
    catalog = try BookCatalog.temporary()
    site = CatalogSite(catalog, allowsEdits: true)
    trial = ServerTrial(site, bodyLimit: 100_000)
  }

  private func send(_ body: [UInt8], _ query: String = "", type: String = "text/csv") async -> Reply {
    await trial.ask("POST", "/import" + query, ["Content-Type": type], body: body)
  }

  private func sendForm(_ text: String, name: String = "books.csv", _ fields: [(String, String)] = []) async -> Reply {
    await trial.ask("POST", "/import", MultipartForm.fields, body: MultipartForm.body(text, name: name, fields))
  }

  private func page(_ path: String) async -> String { await trial.ask("GET", path, ["Accept": "text/html"]).text }

  private func press(_ path: String, _ text: String) async -> Reply {
    await trial.ask(
      "POST", path,
      ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin", "Accept": "text/html"],
      body: Array(text.utf8))
  }

  /// Returns the final state of an uploaded file once its processing has ended.
  private func end(of token: String, for viewer: Viewer = Viewer(role: .owner, audience: .owner)) async
    -> KeptImport.State?
  {
    while site.imports.kept(token, for: viewer)?.isRunning == true { await Task.yield() }
    return site.imports.kept(token, for: viewer)?.state
  }

  @Test func `a form previews an import, then runs it once, and its step is undone`() async throws {
    let reply = await sendForm(Self.csv)
    expectEqual(reply.status, 303, "\(reply.text)")
    let path = try #require(reply.fields["location"])
    #expect(path.wholeMatch(of: #/\/import\/[0-9a-f]{32}/#) != nil)
    let report = await page(path)
    for words in ["2 added", "1 rejected", "row 3", "value=\"books\"", "Cancel"] {
      #expect(report.contains(words), "\(words) in \(report)")
    }
    try await expectEqual(catalog.count(), 0, "nothing was changed yet")
    await expectEqual(press(path, "source=books").status, 303)
    // A form that is sent twice imports once.
    await expectEqual(press(path, "source=books").status, 303)
    guard case .ended(let outcome)? = await end(of: String(path.dropFirst(8))) else {
      Issue.record("it has not ended")
      return
    }
    expectEqual(outcome.report.counts.added, 2)
    try await expectEqual(catalog.count(), 2)
    let after = await page(path)
    #expect(after.contains("Undo") && after.contains("imported books"), "\(after)")
    await expectEqual(press(path, "source=books").status, 303)
    try await expectEqual(catalog.read { try $0.steps(limit: 10) }.count, 1)
    let step = try #require(outcome.report.step)
    await expectEqual(press("/undo", "step=\(step)&back=%2F").status, 303)
    try await expectEqual(catalog.count(), 0)
  }

  @Test func `another source name gets a new preview first`() async throws {
    let path = try #require(await sendForm(Self.csv).fields["location"])
    await expectEqual(press(path, "source=other").status, 303)
    try await expectEqual(catalog.count(), 0)
    #expect(await page(path).contains("value=\"other\""))
    await expectEqual(press(path, "source=other").status, 303)
    _ = await end(of: String(path.dropFirst(8)))
    try await expectEqual(catalog.read { try $0.source(named: "other").location }, "books.csv")
  }

  @Test func `a client that does not wait gets the progress, and the result later`() async throws {
    var limits = ServedImports.Limits()
    limits.patience = .zero
    let imports = ServedImports(ServedCatalog(catalog), limits: limits) {}
    let viewer = Viewer(role: .owner, audience: .owner)
    let file = try UploadedFile(in: FileManager.default.temporaryDirectory.path)
    try Array(Self.csv.utf8).withUnsafeBytes { try file.append($0) }
    let token = try imports.keep(
      Upload(file: file, name: "a.csv"), source: SentSource(name: "a", isWished: false), for: viewer)
    try await imports.look(token)
    while imports.kept(token, for: viewer)?.isRunning == true { await Task.yield() }
    guard case .tried(let outcome)? = imports.kept(token, for: viewer)?.state else {
      Issue.record("it was not tried")
      return
    }
    expectEqual(outcome.report.counts.added, 2)
    await imports.stop()
  }

  @Test func `a source that another file has claimed since the preview stays unchanged`() async throws {
    let path = try #require(await sendForm("id,title\n1,Emma\n").fields["location"])
    let other = "id,title\n1,Dune\n"
    await expectEqual(send(Array(other.utf8), "?name=other.csv&source=books").status, 200)
    await expectEqual(press(path, "source=books").status, 303)
    guard case .failed(let problem)? = await end(of: String(path.dropFirst(8))) else {
      Issue.record("it was imported")
      return
    }
    expectEqual(problem.status, 409, "\(problem)")
    try await expectEqual(catalog.page("").books.map(\.title), ["Dune"])
    // A client that names the source has chosen it.
    await expectEqual(send(Array("id,title\n1,Emma\n".utf8), "?name=books.csv&source=books").status, 200)
    try await expectEqual(catalog.page("").books.map(\.title), ["Emma"])
  }

  @Test func `a file name never claims another user's source`() {
    let (owner, ben) = (
      Viewer(role: .owner, audience: .owner),
      Viewer(account: "ben", role: .editor, audience: Audience(person: "ben", fields: .ownWords))
    )
    #expect(SentImport.isOwn(SentImport.location(of: "own.csv", by: ben), of: ben))
    #expect(!SentImport.isOwn(SentImport.location(of: "own.csv, sent by ben", by: owner), of: ben))
  }

  @Test func `a form with an unreadable table is answered with the reason, and no file is kept`() async throws {
    let reply = await sendForm("colour,shape\nred,round\n")
    #expect(reply.status == 422 && reply.text.contains("no column looks like a title"), "\(reply.text)")
  }

  /// A completer that knows every number and counts the requests for it.
  private final class Completer: RecordCompleter {
    let requestCount = Mutex(0)
    let name = "somebody"
    let batch = 10

    func knowsKind(of record: SourceRecord) -> Bool { true }

    func completions(of records: [SourceRecord]) async throws -> [BookDraft?] {
      requestCount.withLock { $0 += records.count }
      var draft = BookDraft()
      draft.title = "Known"
      return records.map { _ in draft }
    }
  }

  @Test func `the provider is not asked about a row without a title before the import`() async throws {
    let completer = Completer()
    let trial = ServerTrial(CatalogSite(catalog, allowsEdits: true, completer: completer))
    func send(_ query: String) async -> Reply {
      await trial.ask(
        "POST", "/import?name=a.csv" + query, ["Content-Type": "text/csv"],
        body: Array("Title,ISBN\n,9780141439587\n".utf8))
    }
    #expect(await send("&dryRun=1").text.contains("\"waiting\":1"))
    expectEqual(completer.requestCount.withLock { $0 }, 0)
    #expect(await send("").text.contains("\"added\":1"))
    #expect(try await catalog.book(1)?.title == "Known" && completer.requestCount.withLock { $0 } == 1)
  }

  @Test func `an abandoned upload is removed`() async throws {
    let path = try #require(await sendForm(Self.csv).fields["location"])
    await expectEqual(press(path, "action=leave&source=books").fields["location"], "/import")
    await expectEqual(trial.ask("GET", path).status, 404)
    await expectEqual(press(path, "source=books").status, 404)
  }

  @Test(arguments: [
    ("Tests/Interchange/goodreads.csv", "text/csv"), ("Tests/Interchange/calibre.csv", "application/octet-stream"),
    ("Tests/Interchange/librarything.json", "application/json"),
    ("Tests/Interchange/storygraph.csv", "text/tab-separated-values"),
  ])
  func `a program gets the report that the command prints for the same file`(path: String, type: String) async throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.root)/\(path)")))
    let name = try #require(path.split(separator: "/").last)
    let source = ImportInput.sourceName(ofFile: path)
    let other = try BookCatalog.temporary()
    for isDryRun in [true, false, false] {
      let input = try ImportInput(path: "\(Repository.root)/\(path)")
      let report = try await other.importRecords(from: input.reader, source: source, isDryRun: isDryRun)
      var json = JSONWriter(layout: .compact)
      ImportJSON.write(report, input.table, to: &json)
      json.endLine()
      let reply = await send(bytes, "?name=\(name)\(isDryRun ? "&dryRun=1" : "")", type: type)
      expectEqual(reply.status, 200)
      expectEqual(reply.text, String(decoding: json.bytes, as: UTF8.self))
    }
    try await expectEqual(catalog.count(), other.count())
    #expect(try await catalog.count() > 0)
  }

  @Test func `JSON Lines and BookWyrm archives are read without the covers in the archives`() async throws {
    await expectEqual(
      send(Array("{\"id\":\"1\",\"title\":\"Emma\"}\n".utf8), "?name=a.jsonl", type: "application/x-ndjson")
        .status, 200)
    var archive = TARMaker()
    archive.add(
      "archive.json",
      [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.root)/Tests/Interchange/bookwyrm-archive.json"))))
    let reply = await send(archive.packed, "?name=ada.tar.gz", type: "application/gzip")
    expectEqual(reply.status, 200, "\(reply.text)")
    let books = try await catalog.page(size: 100).books
    #expect(books.count > 1 && books.allSatisfy { $0.cover?.hasPrefix("file:") != true })
  }

  @Test(arguments: [
    ("a.csv", Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 100)),
    ("a.csv", Array("colour,shape\nred,round\n".utf8)),
    ("a.tar.gz", TARMaker.packed(Array("no archive".utf8))), ("a.tar.gz", [0x1F, 0x8B, 8, 0, 1, 2, 3]),
    ("a.json", Array("{\"books\":[".utf8)), ("a.csv", Array("title\n".utf8)),
    ("a.csv", [UInt8](repeating: 0, count: 50)),
    ("a.pdf", Array("%PDF-1.4\n".utf8)),
  ])
  func `a file without books is reported, and nothing is kept`(name: String, bytes: [UInt8]) async throws {
    for query in ["?name=\(name)", "?name=\(name)&dryRun=1"] {
      let reply = await send(bytes, query, type: "application/octet-stream")
      expectEqual(reply.status, 422, "\(reply.status) \(reply.text)")
      #expect(!reply.text.contains("/tmp") && !reply.text.contains("/proc"))
    }
    try await expectEqual(catalog.count(), 0)
  }

  @Test func `an unacceptable upload is rejected`() async throws {
    await expectEqual(send([], "?name=a.csv").status, 400)
    await expectEqual(send([1], type: "image/png").status, 415)
    await expectEqual(
      trial.ask(
        "POST", "/import", ["Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin"],
        body: [1]
      ).status, 415)
    await expectEqual(
      trial.ask("POST", "/import", ["Content-Type": "text/csv", "Content-Encoding": "gzip"], body: [1]).status, 415)
    await expectEqual(
      trial.ask(
        "POST", "/import", ["Content-Type": "multipart/form-data; boundary=a", "Sec-Fetch-Site": "cross-site"]
      ).status, 403)
    let closed = ServerTrial(CatalogSite(catalog))
    await expectEqual(closed.ask("POST", "/import", ["Content-Type": "text/csv"], body: [1]).status, 403)
    await expectEqual(closed.ask("GET", "/import").status, 403)
  }

  @Test func `an uploaded file cannot refer to a file of this machine`() async throws {
    let lines = #"""
      {"id":"1","title":"Emma","cover":"file:///etc/passwd","files":[{"address":"file:///etc/secret.pdf"},{"address":"https://books.example/emma.epub"}],"attachments":[{"address":"file:///home/ada/diary.pdf"}]}
      """#
    await expectEqual(send(Array((lines + "\n").utf8), "?name=a.jsonl").status, 200)
    let book = try #require(try await catalog.book(1))
    #expect(
      book.cover == nil && book.attachments.isEmpty && book.files.map(\.address) == ["https://books.example/emma.epub"])
    await expectEqual(
      send(
        Array("title,cover,files,attachments\nDune,/etc/passwd,file:///etc/secret.pdf,file:///etc/a.pdf\n".utf8),
        "?name=b.csv"
      ).status, 200)
    let dune = try #require(try await catalog.book(2))
    #expect(dune.cover == nil && dune.attachments.isEmpty && dune.files.isEmpty)
  }

  @Test func `pending files are limited and are removed when the server stops`() async throws {
    var paths: [String] = []
    for _ in 0..<5 { paths.append(try #require(await sendForm(Self.csv).fields["location"])) }
    await expectEqual(trial.ask("GET", paths[0]).status, 404, "the oldest of one's own gives way")
    await expectEqual(trial.ask("GET", paths[4]).status, 200)
    await site.stop()
    await expectEqual(trial.ask("GET", paths[4]).status, 404)
    await expectEqual(sendForm(Self.csv).status, 503)
  }

  @Test func `a pending file expires`() async throws {
    let served = ServedCatalog(catalog)
    var limits = ServedImports.Limits()
    limits.time = .zero
    let imports = ServedImports(served, limits: limits) {}
    let viewer = Viewer(role: .owner, audience: .owner)
    let file = try UploadedFile(in: FileManager.default.temporaryDirectory.path)
    try Array(Self.csv.utf8).withUnsafeBytes { try file.append($0) }
    let upload = Upload(file: file, name: "a.csv")
    let source = SentSource(name: "a", isWished: false)
    let token = try imports.keep(upload, source: source, for: viewer)
    try await imports.look(token)
    while imports.kept(token, for: viewer) != nil { await Task.yield() }
    limits.bytes = 10
    let full = ServedImports(served, limits: limits) {}
    #expect(throws: Problem.self) { try full.keep(upload, source: source, for: viewer) }
  }
}

/// Tests of the right to upload files of books.
@Suite struct ImportRightsTests {
  private static let csv =
    "Title,Author,ISBN,My Rating,Private Notes,Bookshelves\nEmma,Jane Austen,9780141439587,4,secret words,mine\n"

  private func send(
    _ trial: AccountTrial, _ fields: HeaderFields, _ query: String = "?name=a.csv", client: Client = AccountTrial.secure
  ) async throws -> Response {
    var fields = fields
    fields.set("Content-Type", "text/csv")
    do {
      let request = try Request(.post, "/import" + query, fields: fields, client: client, body: Array(Self.csv.utf8))
      return try await trial.site.answer(request).response()
    } catch let problem as Problem { return Response(problem.status) }
  }

  @Test func `owners and editors may import, and editors may change only shared values`() async throws {
    let trial = try await AccountTrial()
    for (fields, status) in [(AccountTrial.basic("Rita"), 403), ([:], 403), (AccountTrial.basic("Nobody"), 401)]
      as [(HeaderFields, Int)]
    {
      try await expectEqual(send(trial, fields).status, status)
    }
    try await expectEqual(send(trial, AccountTrial.basic("Ed"), client: AccountTrial.stranger).status, 403)
    let before = try await trial.catalog.count()
    let reply = try await send(trial, AccountTrial.basic("Ed"))
    #expect(reply.status == 200 && reply.text.contains("\"added\":1"), "\(reply.text)")
    try await expectEqual(trial.catalog.count(), before + 1)
    let book = try #require(try await trial.catalog.book(2))
    #expect(book.rating == nil && book.notes == nil, "that is the owner's")
    try await expectEqual(trial.catalog.read { try $0.steps(limit: 1) }.first?.person?.name, "Ed")
    try await expectEqual(trial.catalog.read { try $0.source(named: "a").location }, "a.csv, sent by Ed")
    try await expectEqual(send(trial, AccountTrial.basic("Ada")).status, 200)
    try await expectEqual(trial.catalog.book(2)?.rating, 4)
  }

  @Test func `an editor cannot continue another user's source and is told which values are not stored`() async throws {
    let trial = try await AccountTrial()
    try await expectEqual(send(trial, AccountTrial.basic("Ada")).status, 200)
    try await expectEqual(send(trial, AccountTrial.basic("Ed"), "?name=a.csv&source=a").status, 403)
    try await expectEqual(trial.catalog.book(2)?.rating, 4)
    let own = try await send(trial, AccountTrial.basic("Ed"), "?name=a.csv&source=eds")
    #expect(own.status == 200 && !own.text.contains("\"field\":\"rating\""), "\(own.text)")
    try await expectEqual(send(trial, AccountTrial.basic("Ed"), "?name=a.csv&source=eds").status, 200)
    // A source that the editor created by an upload is theirs whatever the file is called, even without a name.
    try await expectEqual(send(trial, AccountTrial.basic("Ed"), "?name=b.csv&source=eds").status, 200)
    try await expectEqual(send(trial, AccountTrial.basic("Ada"), "?source=unnamed").status, 200)
    try await expectEqual(send(trial, AccountTrial.basic("Ed"), "?source=unnamed").status, 403)
    for _ in 0..<2 { try await expectEqual(send(trial, AccountTrial.basic("Ed"), "?source=mine").status, 200) }
    try await expectEqual(send(trial, AccountTrial.basic("Ed"), "?name=a.csv&source=A").status, 403)
    try await expectEqual(send(trial, AccountTrial.basic("Ada"), "?name=a.csv&source=eds").status, 200)
    var form = MultipartForm.fields
    form.add("Cookie", try await trial.logIn("Ed")["cookie"] ?? "")
    let sent = try await trial.site.answer(
      try Request(.post, "/import", fields: form, client: AccountTrial.secure, body: MultipartForm.body(Self.csv))
    ).response()
    let page = try await trial.ask(.get, try #require(sent.fields["location"]), try await trial.logIn("Ed")).text
    #expect(page.contains("Only the owner can import them."))
  }

  @Test
  func `an upload without permission is rejected by its head, and one with a password is read into memory`()
    async throws
  {
    let trial = try await AccountTrial()
    func offer(_ fields: HeaderFields) throws -> ExpectedUpload? {
      var fields = fields
      fields.set("Content-Type", "text/csv")
      return try trial.site.upload(try Request(.post, "/import", fields: fields, client: AccountTrial.secure))
    }
    for (name, isTaken) in [("Ada", true), ("Ed", true), ("Rita", false)] {
      let cookie = try await trial.logIn(name)
      if isTaken { #expect(try offer(cookie) != nil) } else { #expect(throws: Problem.self) { try offer(cookie) } }
    }
    #expect(throws: Problem.self) { try offer([:]) }
    #expect(try offer(AccountTrial.basic("Nobody", "wrong")) == nil)
  }

  @Test func `a pending file belongs to its sender, and to nobody after the account is removed`() async throws {
    let trial = try await AccountTrial()
    let (ed, ada) = (try await trial.logIn("Ed"), try await trial.logIn("Ada"))
    var fields = MultipartForm.fields
    fields.add("Cookie", ed["cookie"] ?? "")
    let sent = try await trial.site.answer(
      try Request(.post, "/import", fields: fields, client: AccountTrial.secure, body: MultipartForm.body(Self.csv))
    ).response()
    let path = try #require(sent.fields["location"])
    try await expectEqual(trial.ask(.get, path, ed).status, 200)
    try await expectEqual(trial.ask(.get, path, ada).status, 404)
    try await expectEqual(trial.ask(.post, path, ada, form: [("source", "books")]).status, 404)
    try await expectEqual(trial.ask(.get, path, try await trial.logIn("Rita")).status, 403)
    _ = try await trial.catalog.removeAccount("Ed")
    try await expectEqual(trial.ask(.post, path, ed, form: [("source", "books")]).status, 403)
    try await expectEqual(trial.catalog.count(), 1)
  }
}
