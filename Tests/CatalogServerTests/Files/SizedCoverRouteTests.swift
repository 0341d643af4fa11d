import Catalog
import CatalogSources
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of covers at smaller widths. The helper process is replaced by a script.
@Suite struct SizedCoverRouteTests {
  /// The header of a PNG of 1,000 by 1,500 pixels.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 3, 0xE8, 0, 0, 5, 0xDC, 8, 2,
    ]
  /// The header of a JPEG of 20 by 30 pixels.
  private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 30, 0, 20]

  private let folder = TemporaryFolder()

  private func trial(_ script: String?) async throws -> ServerTrial {
    try folder.write("cover.png", Self.png)
    try folder.write("small.jpg", Self.jpeg)
    let catalog = try await BookCatalog.open(folder.file("books.db"))
    try await catalog.add { [folder] in ($0.title, $0.cover) = ("Emma", "file://\(folder.file("cover.png"))") }
    try await catalog.write { [folder] in _ = try $0.addSource("home", kind: .folder, location: folder.path) }
    let commands = "/bin/cat >/dev/null; cd '\(folder.path)'; \(script ?? "")"
    let cache = CoverCache(
      folder: folder.file("cache"), limit: 1_000_000, transport: OfflineTransport(),
      images: script.map { _ in ImageHelper(program: "/bin/sh", arguments: ["-c", commands]) })
    return ServerTrial(CatalogSite(catalog, covers: cache))
  }

  private func address(_ trial: ServerTrial) async throws -> String {
    let page = await trial.ask("GET", "/?view=wall", ["Accept": "text/html"]).text
    return String(try #require(page.firstMatch(of: #/<img class="cover" src="([^"]+)"/#)?.1, "\(page)"))
  }

  @Test func `a page offers both widths, and each has an entity tag of its own`() async throws {
    let trial = try await trial("/bin/cat small.jpg")
    let address = try await address(trial)
    for page in ["/?view=wall", "/book/1"] {
      let text = await trial.ask("GET", page, ["Accept": "text/html"]).text
      #expect(text.contains("srcset=\"\(address)?width=160 160w, \(address)?width=400 400w\" sizes="), "\(text)")
      #expect(text.contains("loading=\"lazy\""))
    }
    var tags: Set<String> = []
    for (query, type) in [("", "png"), ("?width=160", "jpeg"), ("?width=400", "jpeg")] {
      let reply = await trial.ask("GET", address + query)
      #expect(reply.status == 200 && reply.fields["content-type"] == "image/\(type)", "\(query)")
      expectEqual(reply.fields["cache-control"], "private, max-age=31536000, immutable")
      let tag = try #require(reply.fields["etag"])
      await expectEqual(trial.ask("GET", address + query, ["If-None-Match": tag]).status, 304)
      tags.insert(tag)
    }
    expectEqual(tags.count, 3)
    for width in ["0", "161", "99999", "x", "-160"] {
      await expectEqual(trial.ask("GET", "\(address)?width=\(width)").status, 400, "\(width)")
    }
  }

  @Test func `without the library, the original is sent and not kept under the smaller width`() async throws {
    let trial = try await trial("printf 'libturbojpeg is not installed'; exit 4")
    let reply = await trial.ask("GET", try await address(trial) + "?width=160")
    #expect(reply.status == 200 && reply.fields["content-type"] == "image/png")
    expectEqual(reply.fields["cache-control"], "no-cache")
  }

  @Test func `without a helper, a page names only the original`() async throws {
    let trial = try await trial(nil)
    #expect(await !trial.ask("GET", "/?view=wall", ["Accept": "text/html"]).text.contains("srcset"))
    await expectEqual(trial.ask("GET", try await address(trial) + "?width=160").status, 200)
  }
}
