import Catalog
import CatalogTestSupport
import TestExpectations
import Testing

@testable import CatalogServer

/// Tests of three people who share one catalog.
@Suite struct FamilyTests {
  private func text(_ trial: AccountTrial) async throws -> Book { try #require(await trial.catalog.book(1)) }

  @Test func `two editors of one field resolve their conflict, and each undoes only their own steps`() async throws {
    let trial = try await AccountTrial()
    let (ada, ed, rita) = (
      try await trial.logIn("Ada"), try await trial.logIn("Ed"), try await trial.logIn("Rita")
    )
    // Ada and Ed have both opened the form of the book. Ed submits first.
    let edits = try await trial.ask(
      .post, "/book/1.html", ed, form: [("title", "Emma, by Ed"), ("seen.title", "Emma")])
    #expect(edits.status == 303 && edits.fields["location"] == "/book/1?step=2")
    let conflict = try await trial.ask(
      .post, "/book/1.html", ada,
      form: [("title", "Emma, by Ada"), ("seen.title", "Emma"), ("rating", "5"), ("seen.rating", "")])
    expectEqual(conflict.status, 409)
    for text in ["Emma, by Ed", "Emma, by Ada", #"name="rating" value="5""#] { #expect(conflict.text.contains(text)) }
    #expect(try await text(trial).rating == nil)
    let decided = try await trial.ask(
      .post, "/book/1.html", ada,
      form: [("title", "Emma, by Ada"), ("seen.title", "Emma, by Ed"), ("rating", "5"), ("seen.rating", "")])
    expectEqual(decided.status, 303)
    var book = try await text(trial)
    #expect(book.title == "Emma, by Ada" && book.rating == 5 && book.notes == "secret")

    // Rita can only read, and has only her personal values.
    #expect(try await trial.ask(.get, "/book/1.html", rita).text.contains("Emma, by Ada"))
    for address in ["/book/1.html", "/book/1/remove.html", "/add.html"] {
      let refused = try await trial.ask(
        .post, address, rita, form: [("title", "Rita's"), ("seen.title", "Emma, by Ada")])
      expectEqual(refused.status, 403, "\(address)")
    }
    try await expectEqual(trial.ask(.post, "/undo.html", rita, form: [("back", "/")]).status, 409)
    let rated = try await trial.ask(.post, "/book/1.html", rita, form: [("rating", "2"), ("seen.rating", "")])
    expectEqual(rated.status, 303)
    #expect(try await trial.ask(.get, "/book/1.json", rita).text.contains(#""rating":2"#))
    try await expectEqual(text(trial).rating, 5)

    // Ada's step overtook Ed's only step, so Ed's undo changes nothing of hers.
    let overtaken = try await trial.ask(.post, "/undo.html", ed, form: [("back", "/")])
    expectEqual(overtaken.status, 409, "\(overtaken.text)")
    try await expectEqual(trial.ask(.post, "/undo.html", ed, form: [("step", "3")]).status, 404)
    try await expectEqual(text(trial).title, "Emma, by Ada")
    // Ada undoes her own step. After that, Ed can undo his.
    try await expectEqual(trial.ask(.post, "/undo.html", ada, form: [("back", "/book/1")]).status, 303)
    book = try await text(trial)
    #expect(book.title == "Emma, by Ed" && book.rating == nil)
    try await expectEqual(trial.ask(.post, "/undo.html", ed, form: [("back", "/book/1")]).status, 303)
    try await expectEqual(text(trial).title, "Emma")

    // A former editor keeps the changes made so far and can make no further ones.
    try await trial.catalog.setRole(.reader, of: "Ed")
    try await expectEqual(trial.ask(.post, "/redo.html", ed, form: [("back", "/")]).status, 403)
    try await trial.catalog.removeAccount("Ed")
    try await expectEqual(trial.seen(ed), "guest")
    #expect(try await trial.catalog.steps().contains { $0.person?.name == "Ed" })
  }

  @Test func `owners share all values, and each undoes only the steps under their own name`() async throws {
    let trial = try await AccountTrial()
    try await trial.catalog.addAccount("Olga", role: .owner, passwordHash: AccountTrial.hash)
    let (ada, olga) = (try await trial.logIn("Ada"), try await trial.logIn("Olga"))
    func change(_ owner: HeaderFields, _ field: String, _ value: String) async throws {
      let form = [(field, value), ("seen.\(field)", "")]
      try await expectEqual(trial.ask(.post, "/book/1.html", owner, form: form).status, 303)
    }
    try await change(ada, "rating", "5")
    try await change(olga, "publisher", "Murray")
    #expect(try await trial.ask(.get, "/book/1.json", olga).text.contains(#""rating":5"#))
    try await expectEqual(trial.catalog.steps().prefix(2).map { $0.person?.name }, ["Olga", "Ada"])
    let history = try await trial.ask(.get, "/history.html", ada).text
    #expect(history.contains("by Ada") && history.contains("by Olga"))
    try await expectEqual(trial.ask(.post, "/undo.html", ada, form: [("back", "/book/1")]).status, 303)
    let book = try await text(trial)
    #expect(book.rating == nil && book.publisher == "Murray")
    // Her other steps were made by her alone.
    try await expectEqual(trial.ask(.post, "/undo.html", ada, form: [("back", "/book/1")]).status, 409)
  }
}
