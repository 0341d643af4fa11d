import Catalog
import CatalogModel

// Routes that decide conflicts and duplicates. Only the owner may use them: the result of a merge quotes values of the
// other books, including private notes.

extension DecisionRoutes {
  var changes: [Route] {
    [
      Route(
        .post, "/conflicts", formats: [.json, .html], takes: ["book", "field", "side"], answers: .object,
        summary: "Decides a conflict: of book, in field, for side, which is mine or theirs."
      ) { try resolve($0) },
      Route(
        .post, "/duplicates", formats: [.json, .html], takes: ["books", "action"], answers: .object,
        summary: "Says of books that they are one (merge), or are not the same (distinct), by action."
      ) { try decide($0) },
    ]
  }

  private func resolve(_ request: RoutedRequest) throws -> Answer {
    try request.requireOwner()
    let body = try ChangeBody(request, keys: ["book", "field", "side"])
    guard let book = try body.number("book"),
      let subject = try body.text("field").flatMap(ConflictSubject.init(named:)),
      let side = try body.text("side").flatMap(ConflictSide.init(rawValue:))
    else { throw Problem.badRequest("Say of which book, in which field, and for which side: mine or theirs.") }
    return try catalog.change(request) { transaction, _ in
      try transaction.resolve(Book.ID(book), subject, side == .mine ? .mine : .theirs)
    } respond: {
      ChangeAnswer(request: request).response($0, at: ["conflicts"])
    }
  }

  private func decide(_ request: RoutedRequest) throws -> Answer {
    try request.requireOwner()
    let body = try ChangeBody(request, keys: ["books", "action"])
    guard let numbers = try body.numbers("books"), numbers.count > 1 else {
      throw Problem.badRequest("Say in books which: two at least.")
    }
    let books = numbers.map { Book.ID($0) }
    let action = try body.text("action")
    guard action == "merge" || action == "distinct" else {
      throw Problem.badRequest(
        "Say in action what they are: merge makes them one, distinct says that they are not the same.")
    }
    return try catalog.change(request) { transaction, _ in
      action == "merge" ? try transaction.merge(books) : try transaction.markDistinct(books)
    } respond: {
      ChangeAnswer(request: request).response($0, at: ["duplicates"])
    }
  }
}
