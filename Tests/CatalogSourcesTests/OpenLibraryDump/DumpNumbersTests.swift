import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Numbers in the bytes of dumps")
struct DumpNumbersTests {
  private func numbers(in json: String) -> [Int64] {
    var numbers: [Int64] = []
    Array(json.utf8).withUnsafeBytes { bytes in
      DumpNumbers.forEachISBN(in: bytes) {
        numbers.append($0)
        return true
      }
    }
    return numbers
  }

  @Test("are ISBNs of ten and thirteen digits, however they are written")
  func isbns() {
    expectEqual(
      numbers(in: #"{"isbn_10": ["0441013597", "0-8044-2957-X"], "isbn_13": ["978-0-14-032872-1"]}"#),
      [9_780_441_013_593, 9_780_804_429_573, 9_780_140_328_721])
    expectEqual(
      numbers(in: #"{"isbn_13":["9780140328721 "], "isbn_10":["080442957x"]}"#), [9_780_140_328_721, 9_780_804_429_573])
    expectEqual(numbers(in: #"{"isbn_13": ["978\u20110140328721"]}"#), [9_780_140_328_721])
    expectEqual(numbers(in: #"{"title": "9780140328721", "isbn": ["9780140328721"], "isbn_10": ["123", "", 7]}"#), [])
  }

  @Test(
    "never lead behind the end of a line that is cut off",
    arguments: [
      #""isbn_1"#, #""isbn_13"#, #""isbn_13": ["#, #""isbn_13": ["978"#, #""isbn_13": ["978\"#,
      #""isbn_13": ["978\u20"#,
    ])
  func cut(json: String) { expectEqual(numbers(in: json), []) }

  @Test("of any book are found by the number that the book has")
  func anyISBN() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let body = String(Int.random(in: 978_000_000_000...979_999_999_999, using: &generator))
      let isbn = try #require((0...9).lazy.compactMap { try? ISBN(body + "\($0)") }.first, "seed \(seed)")
      expectEqual(numbers(in: "{\"isbn_13\": [\"\(isbn.digits)\"]}"), [isbn.number], "seed \(seed)")
      if let ten = isbn.tenDigits {
        expectEqual(numbers(in: "{\"isbn_10\": [\"\(ten)\"]}"), [isbn.number], "seed \(seed)")
      }
    }
  }

  @Test("of keys are those of the kind that is meant, and no others")
  func keys() {
    let work = UInt8(ascii: "W")
    #expect(DumpNumbers.key("/works/OL45804W", work) == 45_804 && DumpNumbers.key("OL1W", work) == 1)
    expectEqual(DumpNumbers.key("OL999999999999999999W", work), 999_999_999_999_999_999)
    for text in ["", "W", "OLW", "OL1M", "L1W", "XOL1W", "OL-1W", "OL1000000000000000000W", "OL 1W", "1W"] {
      #expect(DumpNumbers.key(text, work) == nil, "\(text)")
    }
  }

  @Test("that are looked for are found among others, each as often as it was given")
  func sought() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let given = (0..<5_000).map { _ in Int64.random(in: 0...20_000, using: &generator) }.sorted()
    let sought = SoughtNumbers(sorted: given)
    let set = Set(given)
    for number in Int64(-5)...20_010 {
      expectEqual(sought.contains(number), set.contains(number), "seed \(seed)")
    }
    #expect(sought.indices(of: given[17]).map { given[$0] }.allSatisfy { $0 == given[17] })
    #expect(!SoughtNumbers(sorted: []).contains(0) && SoughtNumbers(sorted: []).indices(of: 1).isEmpty)
  }
}
