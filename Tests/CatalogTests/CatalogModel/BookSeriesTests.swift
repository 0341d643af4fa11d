import TestExpectations
import Testing

@testable import CatalogModel

@Suite struct BookSeriesTests {
  /// Creates a series from parts such as `2 read`, `1.5` and `- reading`. The ids are the positions of the parts.
  private func series(_ parts: String...) throws -> BookSeries { try series(of: parts) }

  private func series(of parts: [String]) throws -> BookSeries {
    try BookSeries(
      "Saga",
      parts.enumerated().map { index, part in
        let words = part.split(separator: " ").map(String.init)
        let state = words.count > 1 ? try #require(ReadState(rawValue: words[1])) : .unread
        return Book(
          id: Book.ID(Int64(index + 1)), title: "Part \(part)", series: "Saga", seriesNumber: Double(words[0]),
          readState: state)
      })
  }

  private func next(_ series: BookSeries) -> String? {
    switch series.next {
    case nil: nil
    case .volume(let volume): volume.title
    case .missing(let number): "missing \(number)"
    }
  }

  @Test func `books are sorted by number, and those without a number come last`() throws {
    let series = try series("10", "-", "2", "1.5 read", "2 read", "1")
    expectEqual(series.volumes.map(\.id), [6, 4, 3, 5, 1, 2])
    #expect(series.count == 5 && series.readCount == 2)
    expectEqual(series.missing, [3...9])
  }

  @Test func `every whole number up to the highest is expected, and only these`() throws {
    try expectEqual(series("2", "5", "5.5", "7").missing, [1...1, 3...4, 6...6])
    try expectEqual(series("0", "1", "2").missing, [])
    try expectEqual(series("-", "0.5").missing, [])
    try expectEqual(series("100000").missing, [1...99_999])
  }

  @Test(
    arguments: [
      (["1", "2"], "Part 1"), (["1 read", "2"], "Part 2"), (["1 read", "2 reading", "3"], "Part 3"),
      (["1 read", "3"], "missing 2"), (["1 read", "1.5", "3"], "Part 1.5"), (["2", "3"], "missing 1"),
      (["1", "2 read", "3"], "Part 3"), (["1 read", "2 read"], nil), (["1 read", "2 abandoned", "3"], "Part 3"),
      (["1 read", "2", "2 read", "3 want"], "Part 3 want"), (["1 read", "-"], "Part -"), (["- read", "-"], "Part -"),
      (["1", "5 read", "8"], "missing 6"),
    ] as [([String], String?)])
  func `the next part follows the last one that was read or begun`(parts: [String], expected: String?) throws {
    try expectEqual(next(series(of: parts)), expected)
  }
}
