import Catalog
import CatalogTestSupport
import Foundation
import TestExpectations
import Testing

@testable import CatalogServer

/// Simulates random days of a family that shares one server. Its members change books and personal values in forms and
/// as JSON, based on data that may be out of date; they select books, send files, log out and in, undo and redo; and
/// the server restarts. Every reply is compared with a model.
@Suite("Random families")
struct RandomFamilyTests {
  @Test("no change is lost, and each person sees exactly their own view", arguments: SimulatedSeeds.range(count: 3))
  func lives(seed: UInt64) async throws {
    let family = try await Family(seed: seed)
    for _ in 0..<60 {
      try await family.act()
      try await family.compare()
    }
    try expectEqual(family.trial.catalog.findings(), [], "seed \(seed)")
  }
}

private final class Family {
  /// Ada is an owner, Ed an editor and Rita a reader.
  private static let people = ["Ada", "Ed", "Rita"]
  private static let editors = ["Ada", "Ed"]
  private static let tags = ["sf", "war", "school"]

  private(set) var trial: AccountTrial
  private var model = FamilyModel()
  private var dice: SeededGenerator
  private var sessions: [String: HeaderFields] = [:]
  /// The rows of the last file that each person sent, by the ids in it.
  private var sent: [String: [Int: String]] = [:]
  /// The ids of imported books by sender and id in the file.
  private var imported: [String: Int64] = [:]
  private var titles = 0
  private var log: [String] = []
  private let seed: UInt64

  init(seed: UInt64) async throws {
    self.seed = seed
    dice = SeededGenerator(seed: seed &* 6_007)
    trial = try await AccountTrial()
    for person in Self.people { sessions[person] = try await trial.logIn(person) }
    // The book that the trial begins with belongs to nobody.
    _ = try await trial.catalog.write { try $0.remove([1]) }
    for _ in 0..<4 { try await add("Ada") }
  }

  private var story: String { "seed \(seed): \(log.suffix(12).joined(separator: "; "))" }

  private func newTitle() -> String {
    titles += 1
    return "\(dice.pick(["Dune", "War", "Emma", "Peace"])) zq\(titles)"
  }

  /// - Returns: The status and the text of the reply.
  private func send(
    _ person: String, _ method: Request.Method, _ address: String, _ object: [String: Any]
  ) async throws -> (status: Int, reply: [String: Any]) {
    let body = try JSONSerialization.data(withJSONObject: object)
    let response = try await answer(person, method, address, "application/json", Array(body))
    let reply = try? JSONSerialization.jsonObject(with: Data(response.body.utf8)) as? [String: Any]
    return (response.status, reply ?? [:])
  }

  private func answer(
    _ person: String, _ method: Request.Method, _ address: String, _ type: String, _ body: [UInt8] = []
  ) async throws -> Told {
    var fields = sessions[person] ?? [:]
    fields.set("Content-Type", type)
    fields.set("Accept", "application/json")
    fields.set("Sec-Fetch-Site", "same-origin")
    let request = try Request(method, address, fields: fields, client: AccountTrial.secure, body: body)
    do { return try Told(try await trial.site.answer(request).response()) } catch let problem as Problem {
      return Told(status: problem.status, fields: problem.fields, body: problem.detail ?? "", isUnchanged: false)
    }
  }

  // MARK: Actions

  func act() async throws {
    let person = dice.pick(Self.people)
    let editor = dice.pick(Self.editors)
    let books = model.books
    switch dice.roll(22) {
    case 0: try await add(editor)
    case 1 where books.count > 3: try await remove(dice.pick(books), editor)
    case 2, 3, 4: try await retitle(dice.pick(books), editor)
    case 5, 6: try await tag(Array(books.shuffled(using: &dice).prefix(1 + dice.roll(3))), editor)
    case 7, 8: try await importFile(editor)
    case 9, 10, 11, 12: try await replay(person, again: false)
    case 13: try await replay(person, again: true)
    case 14: try await leave(person)
    case 15: try await showReviews(person)
    case 16:
      log.append("start anew")
      trial = AccountTrial(again: trial)
    default: try await mark(dice.pick(books), person)
    }
  }

  private func add(_ person: String) async throws {
    let title = newTitle()
    let (status, reply) = try await send(person, .post, "/add", ["set": ["title": title]])
    #expect(status == 201 || status == 200, "\(story)")
    let book = try #require((reply["ids"] as? [Int])?.first, "\(reply)")
    log.append("\(person) adds \(book)")
    model.act(person, [.exists(Int64(book)): "", .sourceTitle(Int64(book)): title])
  }

  private func remove(_ book: Int64, _ person: String) async throws {
    log.append("\(person) removes \(book)")
    try await expectEqual(send(person, .delete, "/book/\(book)", [:]).status, 200, "\(story)")
    model.act(person, [.exists(book): nil])
  }

  /// Changes a title based on the current value or on one that someone saw earlier.
  private func retitle(_ book: Int64, _ person: String) async throws {
    let (title, isLate) = (newTitle(), dice.roll(4) == 0)
    log.append("\(person) calls \(book) \(title)\(isLate ? ", late" : "")")
    let seen = isLate ? "Something zq0" : model.title(book) ?? ""
    let status = try await send(
      person, .patch, "/book/\(book)", ["set": ["title": title], "seen": ["title": seen]]
    ).status
    expectEqual(status, isLate ? 409 : 200, "\(story)")
    if !isLate { model.act(person, [.editedTitle(book): title]) }
  }

  /// Adds a tag to a selection after a preview. Another person may change the books before the confirmation.
  private func tag(_ books: [Int64], _ person: String) async throws {
    let tag = dice.pick(Self.tags)
    log.append("\(person) tags \(books) \(tag)")
    let change: [String: Any] = ["books": books, "add": ["tags": [tag]]]
    let dryRun = try await send(person, .post, "/edit", change.merging(["dryRun": true]) { $1 })
    expectEqual(dryRun.status, 200, "\(story)")
    let preview = dryRun.reply["preview"] as? String ?? ""
    let isOvertaken = dice.roll(3) == 0 && !model.tags(books[0]).contains(tag)
    if isOvertaken { try await hurry(tag, of: [books[0]], dice.pick(Self.editors)) }
    let (status, reply) = try await send(person, .post, "/edit", change.merging(["preview": preview]) { $1 })
    expectEqual(status, isOvertaken ? 409 : 200, "\(story): \(reply)")
    if status == 200 { note(tag, of: books, person) }
  }

  private func hurry(_ tag: String, of books: [Int64], _ person: String) async throws {
    log.append("\(person) is quicker")
    try await expectEqual(
      send(person, .post, "/edit", ["books": books, "add": ["tags": [tag]]]).status, 200, "\(story)")
    note(tag, of: books, person)
  }

  private func note(_ tag: String, of books: [Int64], _ person: String) {
    model.act(
      person,
      Dictionary(
        uniqueKeysWithValues: books.map { (.tags($0), model.tags($0).union([tag]).sorted().joined(separator: "|")) }))
  }

  /// Sends the previous file again or a newer one. Books that are missing from the new file stay.
  private func importFile(_ person: String) async throws {
    var rows = sent[person] ?? [:]
    for _ in 0..<dice.roll(3) { rows[dice.roll(5)] = newTitle() }
    if rows.isEmpty { rows[0] = newTitle() }
    log.append("\(person) sends \(rows.sorted { $0.key < $1.key })")
    let text = "id,title\n" + rows.sorted { $0.key < $1.key }.map { "\($0.key),\($0.value)\n" }.joined()
    let before = Set(model.books)
    let response = try await answer(person, .post, "/import?name=\(person).csv", "text/csv", Array(text.utf8))
    expectEqual(response.status, 200, "\(story): \(response.body)")
    sent[person] = rows
    let shown = try await books(shownTo: "Ada")
    var changes: [FamilyModel.Place: String?] = [:]
    for (id, title) in rows {
      let key = "\(person) \(id)"
      if let book = imported[key] ?? shown.first(where: { !before.contains($0.key) && $0.value.title == title })?.key {
        imported[key] = book
        changes[.sourceTitle(book)] = title
        // An import does not bring back a removed book.
        if model.title(book) == nil { changes[.exists(book)] = "" }
      }
    }
    model.act(person, changes, isImport: true)
  }

  private func mark(_ book: Int64, _ person: String) async throws {
    let (field, text): (String, String) =
      switch dice.roll(3) {
      case 0: ("rating", dice.pick(["1", "2", "5"]))
      case 1: ("readState", dice.pick(["want", "reading", "read", "unread"]))
      default: ("review", "review of \(person) zq\(dice.roll(50))")
      }
    log.append("\(person) says of \(book) \(field) \(text)")
    let value: Any = field == "rating" ? Int(text) ?? 0 : text
    let status = try await send(
      person, .patch, "/book/\(book)", ["set": [field: value], "overwrite": true]
    ).status
    expectEqual(status, 200, "\(story)")
    model.act(person, [.mark(person, book, field: field): text == "unread" ? nil : text])
  }

  private func showReviews(_ person: String) async throws {
    let shows = dice.roll(2) == 0
    log.append("\(person) shows reviews: \(shows)")
    try await expectEqual(send(person, .post, "/reviews", ["shown": shows]).status, 200, "\(story)")
    if shows { model.showing.insert(person) } else { model.showing.remove(person) }
  }

  /// Logs a person out, checks that their old cookie is that of a guest, and logs them in again.
  private func leave(_ person: String) async throws {
    log.append("\(person) logs out and in")
    let old = sessions[person]
    _ = try await trial.ask(.post, "/logout", old ?? [:], form: [])
    #expect(try await trial.ask(.post, "/undo.html", old ?? [:], form: [("back", "/")]).status != 303, "\(story)")
    sessions[person] = try await trial.logIn(person)
  }

  /// Undoes or redoes a person's last step: completely, or not at all if others have changed its books since.
  private func replay(_ person: String, again: Bool) async throws {
    let step = model.next(of: person, again: again)
    log.append("\(person) \(again ? "does again" : "takes back") \(step?.number ?? 0)")
    let (status, reply) = try await send(person, .post, again ? "/redo" : "/undo", [:])
    log.append("\(reply["summary"] as? String ?? String(status))")
    guard let step else {
      expectEqual(status, 409, "\(story): \(reply)")
      return
    }
    if status == 200 {
      #expect(model.isAsLeft(step, again: again), "\(story)")
      let left = (reply["left"] as? [String] ?? []).compactMap { Int64($0.split(separator: " ").last ?? "") }
      model.replay(step, again: again, left: Set(left))
    } else {
      #expect(status == 409 && !(model.isUntouched(step) && !step.isImport), "\(story): \(reply)")
    }
  }

  // MARK: Views

  private struct Shown: Equatable {
    let title: String?
    let tags: Set<String>
    let rating: String?
    let state: String
    let review: String?
  }

  private func books(shownTo person: String) async throws -> [Int64: Shown] {
    let text = try await answer(person, .get, "/.jsonl", "text/plain").body
    var books: [Int64: Shown] = [:]
    for line in text.split(separator: "\n") {
      let book = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let id = try #require(book["id"] as? Int)
      books[Int64(id)] = Shown(
        title: book["title"] as? String, tags: Set(book["tags"] as? [String] ?? []),
        rating: (book["rating"] as? Int).map(String.init), state: book["readState"] as? String ?? "-",
        review: book["review"] as? String)
    }
    return books
  }

  func compare() async throws {
    for person in Self.people {
      let expected = model.books.map { book in
        (
          book,
          Shown(
            title: model.title(book), tags: model.tags(book), rating: model.mark("rating", of: book, by: person),
            state: model.mark("readState", of: book, by: person) ?? "unread",
            review: model.mark("review", of: book, by: person))
        )
      }
      let shown = try await books(shownTo: person)
      // Each book is listed once.
      try #require(shown == Dictionary(uniqueKeysWithValues: expected), "\(person), \(story)")
    }
    let person = dice.pick(Self.people)
    guard let book = model.books.randomElement(using: &dice) else { return }
    let reviews = try await answer(person, .get, "/book/\(book)/reviews", "text/plain").body
    for other in Self.people where other != person {
      guard let review = model.mark("review", of: book, by: other) else { continue }
      expectEqual(reviews.contains("\(review)\""), model.showing.contains(other), "\(person) of \(other), \(story)")
    }
    // A guest sees no reviews.
    let guest = try await answer("a guest", .get, "/.jsonl", "text/plain").body
    #expect(!guest.contains("review of"), "\(story)")
  }
}
