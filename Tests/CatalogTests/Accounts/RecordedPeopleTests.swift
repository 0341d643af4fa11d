import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Tests that each person sees and changes the same through the library as before. `CATALOG_RECORD_ANSWERS=1` records
/// the answers again.
@Suite struct RecordedPeopleTests {
  private typealias Answer = RecordedAnswers.Answer

  /// Returns the people who ask, as names without spaces, with the catalog as each of them sees it.
  private static func askers(_ people: PeopledCatalog) throws -> [(name: String, catalog: BookCatalog)] {
    let catalog = people.catalog
    return try [("owner", catalog)] + ["Ed", "Newcomer"].map { ("acting-as-\($0)", try catalog.acting(as: $0)) }
      + ["Rita", "Ben", "Ed", "Kim", "Nobody"].map { ("seen-by-\($0)", try catalog.seen(by: $0)) }
  }

  @Test func `every person gets the recorded answer to every question`() async throws {
    let people = try await PeopledCatalog()
    var answers: [Answer] = []
    for question in RecordedQuestion.all(people) {
      for (name, catalog) in try Self.askers(people) {
        answers.append(
          Answer(question.name, by: name, summary: "read", text: try question.text(catalog, people.path)))
      }
    }
    answers += try Self.changes(people)
    let differences = try RecordedAnswers("Tests/Recorded/library.txt", answers).differences()
    for difference in differences { Issue.record(Comment(rawValue: difference)) }
  }

  @Test func `a changed, a new and a missing answer are reported with the question and the person`() {
    func text(_ answers: [Answer]) -> String { RecordedAnswers("", answers).text }
    func answer(_ question: String, _ asker: String, _ text: String) -> Answer {
      Answer(question, by: asker, summary: "200", text: text)
    }
    let old = [answer("GET /", "owner", "one"), answer("GET /", "guest", "two"), answer("GET /x y", "owner", "three")]
    expectEqual(RecordedAnswers("", old).differences(from: text(old)), [])
    let new = [answer("GET /", "owner", "one"), answer("GET /", "guest", "zwei\nlines"), answer("GET /z", "owner", "")]
    let differences = RecordedAnswers("", new).differences(from: text(old))
    expectEqual(
      differences.map { String($0.prefix { $0 != "\n" }) },
      ["GET /, asked by guest", "GET /z, asked by owner", "GET /x y, asked by owner: recorded, but no longer asked"])
    #expect(differences[0].contains("recorded: guest  200 3 ") && differences[0].hasSuffix("    zwei\n    lines"))
    #expect(differences[1].contains("recorded: nothing"))
  }

  /// Changes a book as each person and undoes the changes, and returns what each of them and the owner sees after each
  /// change.
  private static func changes(_ people: PeopledCatalog) throws -> [Answer] {
    let book = people.id(11)
    let changes: [(name: String, body: (BookCatalog) throws -> [HistoryStep.ID?])] = [
      ("edit the rating", { [try $0.write { try $0.edit(book) { $0.rating = 2.5 } }.step] }),
      ("edit the publisher", { [try $0.write { try $0.edit(book) { $0.publisher = "Somebody" } }.step] }),
      (
        "edit notes of a query's books",
        { catalog in
          try [
            catalog.write { try $0.edit(try $0.snapshot.ids(of: "zircon year:1990.."), [.set(.notes, .text("new"))]) }
              .step
          ]
        }
      ),
      ("undo", { [try $0.undo().step.id] }), ("undo", { [try $0.undo().step.id] }),
      ("redo", { [try $0.redo().step.id] }),
      (
        "share reviews",
        { catalog in
          try catalog.write { try $0.showReviews(true) }
          return []
        }
      ),
    ]
    var answers: [Answer] = []
    for (name, catalog) in try askers(people) {
      for (number, change) in changes.enumerated() {
        let outcome: String
        do { outcome = "\(try change.body(catalog).map { $0.map(String.init) ?? "no step" })" } catch {
          outcome = "\(error)"
        }
        let questions = RecordedQuestion.ofBook(book)
        for (asker, seen) in [(name, catalog), ("\(name)-and-the-owner", people.catalog)] {
          let text = try questions.map { try $0.text(seen, people.path) }.joined(separator: "\n")
          answers.append(
            Answer("change \(number + 1): \(change.name)", by: asker, summary: "changed", text: "\(outcome)\n\(text)"))
        }
      }
    }
    return answers
  }
}
