import CatalogTestSupport
import TestExpectations
import Testing

@testable import Bitmaps

@Suite("Stored sets")
struct StoredBitmapTests {
  private func read(_ bytes: [UInt8]) -> Result<Bitmap, DamagedBitmap> {
    bytes.withUnsafeBytes { bytes in
      do throws(DamagedBitmap) {
        let stored = try StoredBitmap(bytes)
        let bitmap = Bitmap(stored)
        try stored.requireSmallestForm()
        expectEqual(stored.count, bitmap.count)
        return .success(bitmap)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test("equal sets have the same bytes, whichever way they were made")
  func oneForm() {
    expectEqual(StoredBitmap.bytes(of: Bitmap([1, 258])), [0, 1, 0, 2, 1])
    expectEqual(StoredBitmap.bytes(of: .all), [2])
    var butOne = Bitmap.all
    butOne.remove(258)
    expectEqual(StoredBitmap.bytes(of: butOne), [2, 2, 1])
    var sparse = Bitmap(0...5_000)
    sparse.formIntersection(Bitmap(4_999...65_535))
    expectEqual(StoredBitmap.bytes(of: sparse), StoredBitmap.bytes(of: Bitmap([4_999, 5_000])))
    expectEqual(StoredBitmap.bytes(of: Bitmap(0...4_096)).count, 1 + 8_192)
  }

  @Test("bytes that are not a set are rejected")
  func damage() {
    expectEqual(read([]), .failure(.empty))
    expectEqual(read([0]), .failure(.empty))
    expectEqual(read([3, 1, 0]), .failure(.unknownKind(3)))
    expectEqual(read([0, 1]), .failure(.length(2)))
    expectEqual(read([0, 1, 0, 1, 0]), .failure(.order))
    expectEqual(read([2, 2, 0, 1, 0]), .failure(.order))
    expectEqual(read([1]), .failure(.length(1)))
    expectEqual(read([1] + [UInt8](repeating: 0, count: 8_191)), .failure(.length(8_192)))
    expectEqual(read([1] + [UInt8](repeating: 0, count: 8_192)), .failure(.empty))
    expectEqual(read([1, 1] + [UInt8](repeating: 0, count: 8_191)), .failure(.form(count: 1)))
    expectEqual(read([1] + [UInt8](repeating: 255, count: 8_192)), .failure(.form(count: 65_536)))
    let tooMany = (0...UInt16(4_096)).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    expectEqual(read([0] + tooMany), .failure(.length(1 + 2 * 4_097)))
  }

  @Test("a set that is cut or has a changed byte is read as another set or rejected, and never crashes")
  func flipped() {
    var generator = SeededGenerator(seed: 11)
    for count in [1, 3, 300, 4_096, 20_000, 61_500, 65_535] {
      let set = Bitmap((0..<count).map { UInt16(truncatingIfNeeded: $0 &* 40_503) })
      let bytes = StoredBitmap.bytes(of: set)
      for _ in 0..<30 {
        var damaged = bytes
        let index = Int.random(in: bytes.indices, using: &generator)
        damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        if case .success(let other) = read(damaged) { #expect(other != set) }
        let cut = Int.random(in: 0..<bytes.count, using: &generator)
        if case .success(let other) = read(Array(bytes.prefix(cut))) { #expect(other != set) }
      }
    }
  }
}
