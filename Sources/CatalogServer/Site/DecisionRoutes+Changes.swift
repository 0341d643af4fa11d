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
        .post, "/duplicates", formats: [.json, .html], takes: BookMerge.keys, answers: .object,
        summary:
          "Merges books, or marks them as different. action is merge, preview (of a merge) or distinct; keep is the book to keep, and values names the books whose values it gets."
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
    let body = try ChangeBody(request, keys: BookMerge.keys)
    let merge = try BookMerge(body)
    switch try body.text("action") {
    case "merge":
      return try catalog.change(request) {
        try merge.make(in: $0, $1)
      } respond: {
        ChangeAnswer(request: request).response($0.outcome, at: ["duplicates"])
      }
    case "preview":
      return try catalog.change(request, isDryRun: true) {
        (try merge.make(in: $0, $1), $1.own)
      } respond: { result, own in
        guard request.format == .html else {
          return ChangeAnswer(request: request).document(result.outcome, tried: own, preview: result.preview)
        }
        return try pages.response(request) { try MergeHTML(context: $0, books: merge.books, result: result).bytes() }
      }
    case "distinct":
      return try catalog.change(request) { transaction, _ in
        try transaction.markDistinct(merge.books)
      } respond: {
        ChangeAnswer(request: request).response($0, at: ["duplicates"])
      }
    default:
      throw Problem.badRequest(
        "action must be merge, preview or distinct. With distinct, the books are marked as different.")
    }
  }
}
