import Catalog
import FoundationEssentials
import TestExpectations
import Testing

@Suite("Numeric ids")
struct NumericIDTests {
  @Test("an id is encoded as its bare number in text and JSON, and decoded again")
  func text() throws {
    let id: Book.ID = 1_234
    #expect("\(id)" == "1234" && String(id) == "1234" && Book.ID("1234") == id)
    expectEqual(String(decoding: try JSONEncoder().encode([id, 2]), as: UTF8.self), "[1234,2]")
    try expectEqual(JSONDecoder().decode([Book.ID].self, from: Data("[1234,2]".utf8)), [id, 2])
  }

  @Test(
    "text that is not an integer, or is too large, is not an id", arguments: ["", "x", "1.5", "9223372036854775808"])
  func noNumber(text: String) { #expect(CatalogSource.ID(text) == nil) }

  @Test("ids are ordered by their numbers")
  func order() {
    let ids = Array(HistoryStep.ID(8)...11)
    #expect(ids == [8, 9, 10, 11] && ids.max() == 11 && Set(ids + ids).count == 4)
    #expect(Book.ID(-1) < 0 && Book.ID(Int64.min) < Book.ID(Int64.max) && Book.ID(7).rawValue == 7)
    #expect(Book.ID(3).distance(to: 10) == 7 && Book.ID(3).advanced(by: 7) == 10)
  }

  @Test("any number written by another program is handled")
  func extremes() {
    #expect(Book.ID(UInt64.max) == Book.ID(Int64.max) && Book.ID(Int64.max).advanced(by: 1) == Book.ID(Int64.min))
    expectEqual(Book.ID(Int64.min).distance(to: Book.ID(Int64.max)), -1)
  }
}
