import Catalog
import CatalogModel
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the day that is stored when a reading status is set.
@Suite struct ReadingDayTests {
  private func today() -> PartialDate { PartialDate.day(at: Date()) }

  @Test func `a status is stored with the day that a program names`() async throws {
    let site = try await ChangedSite()
    let change = #"{"set":{"readState":"read"},"seen":{"readState":"unread"},"on":"2024-05"}"#
    await expectEqual(site.json("PATCH", "/book/1", change).status, 200)
    var book = try await site.book(1)
    #expect(book.readState == .read && book.finished?.description == "2024-05" && book.started == nil)
    let next =
      #"{"set":{"readState":"reading","rating":4},"seen":{"readState":"read","rating":null},"on":"2025-01-02"}"#
    await expectEqual(site.json("PATCH", "/book/1", next).status, 200)
    book = try await site.book(1)
    #expect(book.readState == .reading && book.started?.description == "2025-01-02" && book.rating == 4)
    expectEqual(book.earlierReadings.map { $0.finished?.description }, ["2024-05"])
  }

  @Test(
    "today, yesterday and unknown are days, too",
    arguments: [("today", 0), ("yesterday", -1), ("unknown", nil)] as [(String, Int?)])
  func words(word: String, days: Int?) async throws {
    let site = try await ChangedSite()
    let before = today()
    let change = #"{"set":{"readState":"read"},"seen":{"readState":"unread"},"on":"\#(word)"}"#
    await expectEqual(site.json("PATCH", "/book/1", change).status, 200)
    let book = try await site.book(1)
    expectEqual(book.readState, .read)
    let expected = days.map { offset in [before, today()].map { $0.adding(days: offset) } } ?? []
    #expect(book.finished.map(expected.contains) ?? (days == nil), "\(String(describing: book.finished))")
  }

  @Test func `without a day, only the status changes`() async throws {
    let site = try await ChangedSite()
    let change = #"{"set":{"readState":"read"},"seen":{"readState":"unread"}}"#
    await expectEqual(site.json("PATCH", "/book/1", change).status, 200)
    let book = try await site.book(1)
    #expect(book.readState == .read && book.finished == nil)
  }

  @Test(arguments: ["soon", "2024-13", "", "31.12.2024"])
  func `a day that is not a date is refused, and nothing changes`(day: String) async throws {
    let site = try await ChangedSite()
    let change = #"{"set":{"readState":"read"},"seen":{"readState":"unread"},"on":"\#(day)"}"#
    await expectEqual(site.json("PATCH", "/book/1", change).status, 400)
    try await expectEqual(site.book(1).readState, .unread)
  }

  @Test func `the form stores today, the day that was chosen, or no day`() async throws {
    let site = try await ChangedSite()
    func send(_ state: String, seen: String, on word: String, _ day: String) async {
      let items = [("readState", state), ("seen.readState", seen), ("mark.on", word), ("mark.day", day)]
      await expectEqual(site.form("/book/1", items).status, 303)
    }
    await send("read", seen: "unread", on: "today", "")
    #expect(try await site.book(1).finished != nil)
    await send("unread", seen: "read", on: "today", "")
    await send("read", seen: "unread", on: "today", "2023-04-05")
    try await expectEqual(site.book(1).finished?.description, "2023-04-05")
    // The status stays, and the day is corrected.
    await send("read", seen: "read", on: "today", "2023-04-06")
    try await expectEqual(site.book(1).finished?.description, "2023-04-06")
    await send("reading", seen: "read", on: "unknown", "")
    let book = try await site.book(1)
    #expect(book.readState == .reading && book.started == nil && book.finished == nil)
  }
}
