import Catalog
import CatalogTestSupport
import FoundationEssentials
import TestExpectations
import Testing

@testable import CatalogSources

/// Tests of fetching covers for the queue, which records failures.
@Suite struct CoverFetchTests {
  private let folder = TemporaryFolder()
  private let clock = SetClock()

  private func cache(_ transport: any HTTPTransport) -> CoverCache {
    CoverCache(folder: folder.file("covers"), limit: 1_000_000, transport: transport, now: { [clock] in clock.now })
  }

  /// Returns the header of a PNG of the given size.
  private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    let size = [width, height].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size + [8, 2, 0, 0, 0]
  }

  @Test func `a failure is recorded once, and each next attempt is later than the last`() async throws {
    let cache = cache(ScriptedTransport { _ in .init(status: 500) })
    let address = CoverFixture.address(1)
    #expect(cache.failure(at: address) == nil)
    var delays: [Double] = []
    for attempt in 1...8 {
      await #expect(throws: SourceFailure.self) { try await cache.fetch(address) }
      let failure = try #require(cache.failure(at: address))
      #expect(failure.attempts == attempt && failure.cause.contains("500") && !failure.isDue(at: clock.now))
      delays.append(failure.retry.timeIntervalSince(clock.now))
      clock.advance(by: delays.last ?? 0)
      #expect(failure.isDue(at: clock.now) && failure.isDue(at: failure.time.addingTimeInterval(-1)))
    }
    expectEqual(delays.prefix(5), [3_600, 14_400, 57_600, 230_400, 921_600])
    #expect(delays.suffix(2).allSatisfy { $0 == 30 * 86_400 })
    // Another process sees the failure, too.
    expectEqual(self.cache(OfflineTransport()).failure(at: address)?.attempts, 8)
    let other = self.cache(ScriptedTransport { _ in .init(body: CoverFixture.png()) })
    try await other.fetch(address)
    #expect(other.failure(at: address) == nil && other.has(address) == true)
    try expectEqual(other.stored(at: address)?.bytes, CoverFixture.png())
  }

  @Test func `a missing cover is a failure of its own, and its reason is stored in one line`() async throws {
    let cache = cache(ScriptedTransport { _ in .init(status: 404) })
    await #expect(throws: SourceFailure.self) { try await cache.fetch(CoverFixture.address(1)) }
    expectEqual(cache.failure(at: CoverFixture.address(1))?.cause, "there is no cover")
    let failure = CoverFailure(time: Date(timeIntervalSince1970: 5), attempts: 2, cause: "a\nb \u{2028} c")
    expectEqual(CoverFailure(line: failure.line), CoverFailure(time: failure.time, attempts: 2, cause: "a b   c"))
    for line in ["failed", "failed x 1 y", "failed 1 y", "missing 1 2 3"] { #expect(CoverFailure(line: line) == nil) }
  }

  @Test func `an image that would need gigabytes of memory is refused by its header`() async throws {
    for (width, height) in [(65_535, 65_535), (10_000, 5_001)] as [(UInt32, UInt32)] {
      let cache = cache(ScriptedTransport { _ in .init(body: Self.png(width, height)) })
      await expectFailure(.tooLarge, "pixels") { try await cache.cover(at: CoverFixture.address(1)) }
    }
    let largest = cache(ScriptedTransport { _ in .init(body: Self.png(10_000, 5_000)) })
    try await expectEqual(largest.cover(at: CoverFixture.address(1)).image.width, 10_000)
  }

  @Test func `vector graphics, pages and other images are refused, whatever their type is called`() async throws {
    for text in [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>", "<?xml version=\"1.0\"?><svg/>",
      "<!DOCTYPE html><script>", "BM123456", "II*\u{0}", "\u{0}\u{0}\u{0} ftypavif", "\u{0}\u{0}\u{0} ftypheic",
      "%PDF-1.7",
    ] {
      let cache = cache(ScriptedTransport { _ in .init(text, type: "image/png") })
      await #expect(throws: SourceFailure.self, "\(text)") { try await cache.fetch(CoverFixture.address(1)) }
      #expect(try cache.stored(at: CoverFixture.address(1)) == nil)
    }
  }

  @Test func `a stored cover is read without a request, and a damaged one counts as not stored`() async throws {
    let transport = ScriptedTransport { _ in .init(body: CoverFixture.png()) }
    let cache = cache(transport)
    try await cache.fetch(CoverFixture.address(1))
    let path = try #require(try cache.stored(at: CoverFixture.address(1))).path
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    #expect(try cache.stored(at: CoverFixture.address(1)) == nil)
    #expect(cache.has(CoverFixture.address(1)) == nil, "the damaged file was removed")
    expectEqual(transport.requests.count, 1)
  }
}
