/// What a route's JSON is, for lists of routes.
public enum AnswerSchema: Sendable, Equatable {
  /// A book, or a list of books.
  case book, books
  /// An object, or a list of objects, of which docs/json.md tells.
  case object, objects
}
