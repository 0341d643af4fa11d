import Catalog
import CatalogModel
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of adding a book by a photograph of its bar code. The helper process is replaced by a script.
@Suite struct PhotoRouteTests {
  private struct Served {
    let temporary: TemporaryCatalog
    let trial: ServerTrial
    var catalog: BookCatalog { temporary.catalog }

    /// - Parameter script: The commands of the helper process, which finds the photograph on standard input.
    init(_ script: String, allowsEdits: Bool = true) throws {
      temporary = try TemporaryCatalog()
      let helper = ImageHelper(program: "/bin/sh", arguments: ["-c", "/bin/cat >/dev/null; \(script)"])
      trial = ServerTrial(CatalogSite(temporary.catalog, images: helper, allowsEdits: allowsEdits), bodyLimit: 100_000)
    }

    func send(_ photo: [UInt8] = [0xFF, 0xD8, 0xFF]) async -> Reply {
      await trial.ask("POST", "/add/photo", MultipartForm.fields, body: MultipartForm.body(photo, name: "a.jpg"))
    }
  }

  @Test func `a photograph adds a book as if its ISBN had been typed, and a second one finds it there`() async throws {
    let served = try Served("[ $0 = barcodes ] && printf '4006381333931\\n9780441013593\\n'")
    let page = await served.trial.ask("GET", "/add", ["Accept": "text/html"]).text
    #expect(page.contains("action=\"/add/photo\"") && page.contains("enctype=\"multipart/form-data\""))
    #expect(page.contains("accept=\"image/*\"") && page.contains("capture=\"environment\""))
    let reply = await served.send()
    #expect(reply.status == 303 && reply.fields["location"]?.hasPrefix("/add?step=") == true, "\(reply.text)")
    try await expectEqual(served.catalog.book(1)?.isbn?.digits, "9780441013593")
    let again = await served.send()
    #expect(again.status == 409 && again.text.contains("is already in the catalog as book 1"), "\(again.text)")
    try await expectEqual(served.catalog.count(), 1)
    // A program sends the file itself.
    _ = try await served.catalog.undo()
    let raw = await served.trial.ask("POST", "/add/photo", ["Content-Type": "image/jpeg"], body: [0xFF, 0xD8, 0xFF])
    #expect(raw.status == 200 && raw.text.contains("\"ids\":["), "\(raw.text)")
  }

  @Test(arguments: [
    ("true", 400, "No bar code was found"),
    ("printf '4006381333931\\n'", 400, "The bar code 4006381333931 is not that of a book"),
    ("printf '9790060115615\\n'", 400, "not that of a book"), ("printf '9780441013594\\n'", 400, "not that of a book"),
    ("exit 3", 400, "The photograph cannot be read: it cannot be decoded"),
    ("printf 'libzbar is not installed'; exit 4", 503, "cannot read bar codes: libzbar is not installed"),
    ("kill -SEGV $$", 400, "crashed or exceeded a limit"),
  ]) func `the page says why no book was added`(script: String, status: Int, words: String) async throws {
    let served = try Served(script)
    let reply = await served.send()
    #expect(reply.status == status && reply.text.contains(words), "\(reply.status) \(reply.text)")
    if status == 400 { #expect(reply.text.contains("action=\"/add/photo\""), "the form is shown again") }
    try await expectEqual(served.catalog.count(), 0)
  }

  @Test func `only viewers who may add books can send photographs`() async throws {
    let served = try Served("printf '9780441013593\\n'", allowsEdits: false)
    await expectEqual(served.send().status, 403)
    let none = ServerTrial(CatalogSite(served.catalog, allowsEdits: true))
    #expect(await !none.ask("GET", "/add", ["Accept": "text/html"]).text.contains("/add/photo"))
    await expectEqual(none.ask("POST", "/add/photo", ["Content-Type": "image/jpeg"], body: [1]).status, 404)
  }

  @Test func `the first number of a book counts`() {
    func finding(_ text: String) -> BarcodePhoto.Finding { BarcodePhoto.finding(in: text) }
    expectEqual(finding(""), .nothing)
    expectEqual(finding("12345\nabcdefghijklm\n"), .nothing)
    expectEqual(finding("4006381333931\n"), .other("4006381333931"))
    expectEqual(finding("4006381333931\n9791034732111\n"), (try? ISBN("9791034732111")).map { .book($0) } ?? .nothing)
  }
}
