import Catalog
import CatalogModel
import CatalogSources
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of the steps of a viewer who can see only some books.
@Suite struct HiddenStepTests {
  private static let json: HeaderFields = ["Content-Type": "application/json", "Accept": "application/json"]
  private static let form: HeaderFields = [
    "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
  ]

  private let planted: PlantedCatalog
  private let books: [Book.ID]

  init() async throws {
    var random = SeededGenerator(seed: 9)
    planted = try await PlantedCatalog(&random, query: 1)
    books = planted.books(for: .child).map(\.id)
  }

  private func rate(_ book: Book.ID, _ rating: Int) async throws -> Told {
    try await planted.ask(
      .child, .patch, "/book/\(book)", Self.json, body: #"{"set":{"rating":\#(rating)},"overwrite":true}"#)
  }

  private func undo(_ body: String = "{}") async throws -> Told {
    try await planted.ask(.child, .post, "/undo", Self.json, body: body)
  }

  @Test func `no reply contains the number of a step`() async throws {
    let first = try await rate(books[0], 4)
    _ = try await planted.catalog.edit(planted.hidden(from: .child)[0].id) { $0.publisher = "Another" }
    _ = try await rate(books[0], 3)
    let again = try await rate(books[0], 4)
    #expect(first.status == 200 && first.body == again.body && first.body.contains("\"step\":null"))
    let replies = try await (undo(), planted.ask(.child, .post, "/redo", Self.json, body: "{}"))
    for reply in [replies.0, replies.1] { #expect(reply.status == 200 && reply.body.contains("\"step\":null")) }
    // Otherwise a limited viewer could try numbers until one is their own.
    for step in try await planted.catalog.steps().map(\.id) {
      try await expectEqual(undo(#"{"step":\#(step)}"#).status, 404)
      let page = try await planted.ask(.child, .get, "/?step=\(step)", ["Accept": "text/html"])
      #expect(page.status == 200 && !page.body.contains(">Undo</button>"))
    }
  }

  @Test func `a page reports the step that led to it and undoes it`() async throws {
    let changed = try await planted.ask(
      .child, .post, "/book/\(books[0]).html", Self.form, body: "rating=5&seen.rating=")
    let location = try #require(changed.fields["location"])
    #expect(changed.status == 303 && location.hasSuffix("step=done"))
    let page = try await planted.ask(.child, .get, location, ["Accept": "text/html"])
    #expect(page.body.contains("rating changed") && page.body.contains(">Undo</button>"))
    #expect(!page.body.contains("name=\"step\""))
    let undone = try await planted.ask(.child, .post, "/undo.html", Self.form, body: "back=/")
    #expect(undone.status == 303 && undone.fields["location"]?.hasSuffix("step=undone") == true)
    let after = try await planted.ask(.child, .get, "/?step=undone", ["Accept": "text/html"])
    #expect(after.body.contains("Undone: ") && after.body.contains(">Redo</button>"))
  }

  @Test(arguments: [false, true])
  func `a step on a book that has since been hidden is shown like one on a removed book`(
    isUndone: Bool
  ) async throws {
    var replies: [String] = []
    for (book, isRemoved) in [(books[0], false), (books[1], true)] {
      _ = try await rate(book, 4)
      if isUndone { _ = try await undo() }
      if isRemoved {
        _ = try await planted.catalog.remove(book)
      } else {
        _ = try await planted.catalog.edit(book) { $0.tags.insert(planted.adult) }
      }
      let reply = try await planted.ask(.child, .post, isUndone ? "/redo" : "/undo", Self.json, body: "{}")
      expectEqual(reply.status, 409)
      replies.append(reply.text)
      let rating = try await planted.catalog.seen(by: "child").book(book)?.rating
      #expect(isRemoved || rating == (isUndone ? nil : 4))
    }
    expectEqual(Set(replies).count, 1, "\(replies)")
  }
}
