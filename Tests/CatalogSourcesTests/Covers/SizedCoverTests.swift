import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of smaller forms of covers. The helper process is replaced by a script that counts its runs.
@Suite struct SizedCoverTests {
  private let folder = TemporaryFolder()
  private let clock = SetClock()

  init() throws { try folder.write("small.jpg", CoverFixture.jpeg) }

  private func cache(_ script: String = "/bin/cat small.jpg", limit: Int = 1_000_000) -> CoverCache {
    let commands = "cd '\(folder.path)' && /bin/cat >/dev/null; echo $0 $1 >>runs; \(script)"
    return CoverCache(
      folder: folder.file("covers"), limit: limit, transport: OfflineTransport(),
      images: ImageHelper(program: "/bin/sh", arguments: ["-c", commands]), now: { [clock] in clock.now })
  }

  private var runs: [String] {
    let text = (try? folder.read("runs")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func cover(_ mark: UInt8 = 0, width: UInt8 = 200) -> Cover {
    let bytes = CoverFixture.png(mark, width: width)
    return Cover(bytes: bytes, image: ImageHeader(bytes) ?? { fatalError("not an image") }(), path: "/cover.png")
  }

  @Test func `a smaller form is made once for each content and width, also by another process`() async throws {
    let cache = cache()
    #expect(cache.makesSizes && !CoverCache(folder: "x", limit: 1, transport: OfflineTransport()).makesSizes)
    for _ in 0..<2 {
      let small = try #require(await cache.sized(cover(), to: 160))
      #expect(small.bytes == CoverFixture.jpeg && small.image.kind == .jpeg && small.path.hasSuffix("-160.jpg"))
    }
    #expect(await self.cache().sized(cover(), to: 160) != nil)
    expectEqual(runs, ["jpeg 160"])
    #expect(await cache.sized(cover(), to: 100) != nil)
    #expect(await cache.sized(cover(1), to: 160) != nil)
    expectEqual(runs, ["jpeg 160", "jpeg 100", "jpeg 160"])
  }

  @Test func `a small cover and a GIF are sent as they are`() async throws {
    let gif = try #require(ImageHeader(CoverFixture.gif))
    #expect(await cache().sized(cover(width: 160), to: 160) == nil)
    #expect(await cache().sized(Cover(bytes: CoverFixture.gif, image: gif, path: ""), to: 10) == nil)
    #expect(runs.isEmpty)
  }

  @Test(arguments: ["exit 3", "exit 4", "/bin/echo '<svg/>'", "kill -SEGV $$"])
  func `an image that cannot be scaled is tried once`(script: String) async {
    let cache = cache(script)
    for width in [160, 160, 100] { #expect(await cache.sized(cover(), to: width) == nil) }
    expectEqual(runs.count, 1, "whatever the width")
  }

  @Test func `smaller forms count toward the size of the cache, and make room`() async throws {
    let cache = cache(limit: 3 * CoverFixture.jpeg.count)
    for mark in 0..<6 {
      #expect(await cache.sized(cover(UInt8(mark)), to: 160) != nil)
      clock.advance(by: 1)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("covers/sized"))
    #expect((1...3).contains(names.count), "\(names)")
    #expect(await cache.sized(cover(5), to: 160) != nil)
    expectEqual(runs.count, 6, "the newest is kept")
  }
}
