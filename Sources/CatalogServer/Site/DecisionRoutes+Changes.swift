import Catalog
import CatalogModel

// Routes that decide conflicts and duplicates. Only the owner may use them: the result of a merge quotes values of the
// other books, including private notes.

extension DecisionRoutes {
  var changes: [Route] {
    [
      Route(
        .post, "/conflicts", formats: [.json, .html], takes: ["book", "field", "side"], answers: .object,
        summary: "Resolves the conflict in a field of a book. side is mine or theirs."
      ) { try resolve($0) },
      Route(
        .post, "/duplicates", formats: [.json, .html], takes: ["books", "action", "keep", "preview"], answers: .object,
        summary:
          "Merges books, or marks them as different. action is merge, preview (of a merge) or distinct; keep is the book to keep."
      ) { try decide($0) },
    ]
  }

  private func resolve(_ request: RoutedRequest) throws -> Answer {
    try request.requireOwner()
    let body = try ChangeBody(request, keys: ["book", "field", "side"])
    guard let book = try body.number("book"),
      let subject = try body.text("field").flatMap(ConflictSubject.init(named:)),
      let side = try body.text("side").flatMap(ConflictSide.init(rawValue:))
    else {
      throw Problem.badRequest("Send the book's number as book, the field's name as field, and mine or theirs as side.")
    }
    return try catalog.change(request) { transaction, _ in
      try transaction.resolve(Book.ID(book), subject, side == .mine ? .mine : .theirs)
    } respond: {
      ChangeAnswer(request: request).response($0, at: ["conflicts"])
    }
  }

  private func decide(_ request: RoutedRequest) throws -> Answer {
    try request.requireOwner()
    let body = try ChangeBody(request, keys: ["books", "action", "keep", "preview"])
    guard let numbers = try body.numbers("books"), numbers.count > 1 else {
      throw Problem.badRequest("books must contain the numbers of at least two books.")
    }
    let kept = try body.number("keep")
    guard kept.map(numbers.contains) ?? true else { throw Problem.badRequest("keep must be one of the books.") }
    // The values of the first book are shown.
    let books = ([kept].compactMap(\.self) + numbers.filter { $0 != kept }).map { Book.ID($0) }
    let (action, preview) = (try body.text("action"), try body.text("preview"))
    guard action == "merge" || action == "preview" || action == "distinct" else {
      throw Problem.badRequest(
        "action must be merge, preview or distinct. With distinct, the books are marked as different.")
    }
    return try catalog.change(request, isDryRun: action == "preview") { transaction, view in
      let outcome = action == "distinct" ? try transaction.markDistinct(books) : try transaction.merge(books)
      if action == "merge", let preview, preview != BulkEdit.preview(of: outcome) { throw Problem.otherBooks }
      return (outcome, view.own)
    } respond: { outcome, own in
      let answer = ChangeAnswer(request: request)
      guard action == "preview" else { return answer.response(outcome, at: ["duplicates"]) }
      guard request.format == .html else { return answer.document(outcome, tried: own) }
      return try pages.response(request) { try MergeHTML(context: $0, books: books, outcome: outcome).bytes() }
    }
  }
}
