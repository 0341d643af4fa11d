/// The schema of a route's JSON, for the API description.
public enum AnswerSchema: Sendable, Equatable {
  /// A book, or a list of books.
  case book, books
  /// An object, or a list of objects, as described in docs/json.md.
  case object, objects
}
