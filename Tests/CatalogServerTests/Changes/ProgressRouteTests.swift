import Catalog
import CatalogModel
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of positions that readers send to the server.
@Suite struct ProgressRouteTests {
  private func log(_ site: ChangedSite) async throws -> [String] {
    try await site.book(1).progress.map { "\($0.day) \($0.place.words)" }
  }

  private func page(_ path: String, of site: ChangedSite) async -> String {
    await site.trial.ask("GET", path, ["Accept": "text/html"]).text
  }

  @Test func `a program adds a position, today or on a day, and the book is being read`() async throws {
    let site = try await ChangedSite()
    await expectEqual(site.json("PATCH", "/book/1", #"{"reached":"45%","on":"2024-05-06"}"#).status, 200)
    try await expectEqual(log(site), ["2024-05-06 45%"])
    #expect(try await site.book(1).readState == .reading)
    await expectEqual(site.json("PATCH", "/book/1", #"{"reached":"+10%"}"#).status, 200)
    try await expectEqual(log(site).last?.hasSuffix(" 55%"), true)
    // A status that is set at the same time counts.
    let change = #"{"reached":"100%","set":{"readState":"read"},"seen":{"readState":"reading"},"on":"today"}"#
    await expectEqual(site.json("PATCH", "/book/1", change).status, 200)
    let book = try await site.book(1)
    #expect(book.readState == .read && book.finished != nil && book.progress.last?.place == .percent(100))
  }

  @Test(arguments: ["x", "", "-1", "101%", "200000"])
  func `a position that is not valid is refused, and nothing changes`(text: String) async throws {
    let site = try await ChangedSite()
    await expectEqual(site.json("PATCH", "/book/1", #"{"reached":"\#(text)"}"#).status, 400)
    await expectEqual(site.form("/book/1", [("mark.place", text)]).status, 400)
    let book = try await site.book(1)
    #expect(book.readState == .unread && book.progress.isEmpty)
  }

  @Test(arguments: ["unknown", "2024", "2099-01-01"])
  func `a position without a day in the past is refused`(day: String) async throws {
    let site = try await ChangedSite()
    await expectEqual(site.json("PATCH", "/book/1", #"{"reached":"5","on":"\#(day)"}"#).status, 400)
    try await expectEqual(log(site), [])
  }

  @Test func `the page of a book shows the position, and its form adds one`() async throws {
    let site = try await ChangedSite()
    await expectEqual(site.form("/book/1", [("readState", "reading"), ("seen.readState", "unread")]).status, 303)
    await expectEqual(site.form("/book/1", [("mark.place", "30%")]).status, 303)
    let first = await page("/book/1", of: site)
    #expect(first.contains("30% read") && first.contains(#"name="mark.place""#) && !first.contains("Mark as read"))
    await expectEqual(site.form("/book/1", [("mark.place", "end")]).status, 303)
    #expect(await page("/book/1", of: site).contains("Mark as read"))
    let list = await page("/", of: site)
    #expect(list.contains("Currently reading") && list.contains("100% read"))
    #expect(await !page("/?q=is:unread", of: site).contains("Currently reading"))
  }
}
