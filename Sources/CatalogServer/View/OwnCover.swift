/// The cover that a person or a source has given a book.
struct OwnCover: Sendable, Equatable {
  /// The form field that identifies the cover that the sender saw. The server compares it with the current cover to
  /// detect concurrent changes.
  static let seen = "seen.cover"

  /// The address or the path of the image; `nil` if the book has no cover.
  let address: String?
}
