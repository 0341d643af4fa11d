import CatalogSources
import TestExpectations
import Testing

@Suite("What images say of themselves")
struct ImageHeaderTests {
  @Test(
    "kind and size are read off the first bytes",
    arguments: [
      (CoverFixture.png(size: 24), .png), (CoverFixture.gif, .gif), (CoverFixture.jpeg, .jpeg),
      (CoverFixture.webpLossy, .webp), (CoverFixture.webpLossless, .webp), (CoverFixture.webpExtended, .webp),
    ] as [([UInt8], ImageHeader.Kind)])
  func sizes(bytes: [UInt8], kind: ImageHeader.Kind) throws {
    let header = try #require(ImageHeader(bytes))
    #expect(header.kind == kind && header.width == 20 && header.height == 30)
    // Trailing bytes do not matter, and a truncated header is rejected.
    expectEqual(ImageHeader(bytes + [1, 2, 3]), header)
    for count in 0..<bytes.count { #expect(ImageHeader(Array(bytes.prefix(count))) == nil, "\(count) bytes") }
  }

  @Test(
    "what has no size, or is no image, is none",
    arguments: [
      CoverFixture.png(width: 0), CoverFixture.png(height: 0), [], Array("<html>".utf8), Array("BM000000".utf8),
      Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8),
      [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 0, 0, 0, 0, 0, 0], [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0],
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0],
    ] as [[UInt8]])
  func none(bytes: [UInt8]) { #expect(ImageHeader(bytes) == nil) }

  @Test("an image of more pixels than a cover has is none")
  func huge() {
    var png = CoverFixture.png()
    png[16] = 1
    #expect(ImageHeader(png) == nil)
  }
}
