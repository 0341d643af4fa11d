import Catalog
import CatalogModel
import FoundationEssentials
import TestExpectations
import Testing

@Suite("Values that people type") struct TypedValueTests {
  private func typed(_ field: BookField, _ text: String) -> FieldValue? { try? field.definition.typedValue(of: text) }

  @Test("dates can be today and yesterday")
  func days() throws {
    let before = PartialDate.day(at: Date())
    let values = [typed(.finished, "Today"), typed(.started, " yesterday "), typed(.finished, "2024-05")]
    let days = [before, PartialDate.day(at: Date())]
    // Midnight may pass during the test.
    #expect(days.contains { values[0] == .date($0) } && days.contains { values[1] == .date($0.adding(days: -1)) })
    expectEqual(values[2], .date(try PartialDate("2024-05")))
    #expect(throws: InvalidValue.self) { try BookField.finished.definition.typedValue(of: "unknown") }
  }

  @Test(
    "dates can have the name of a month",
    arguments: [
      ("29 Nov 2026", "2026-11-29"), ("November 9, 2026", "2026-11-09"), ("may 1998", "1998-05"),
      ("1 sept. 2024", "2024-09-01"),
    ])
  func written(text: String, date: String) throws {
    expectEqual(typed(.published, text), .date(try PartialDate(date)))
  }

  @Test(
    "other texts are not dates", arguments: ["32 May 2024", "31 Feb 2024", "ma 2024", "May", "5 2024", "May 5", "x"])
  func invalid(text: String) { expectEqual(typed(.published, text), nil) }

  @Test(
    "read states can be everyday words",
    arguments: [
      ("finished", ReadState.read), ("Done", .read), ("to-read", .want), ("tbr", .want),
      ("currently-reading", .reading), ("none", .unread), ("paused", .paused),
    ])
  func states(word: String, state: ReadState) { expectEqual(typed(.readState, word), .readState(state)) }

  @Test("files use fewer words for read states than people")
  func files() {
    expectEqual(FieldVocabulary.readState(of: "done"), nil)
    expectEqual(FieldVocabulary.readState(of: "read"), .read)
  }
}
