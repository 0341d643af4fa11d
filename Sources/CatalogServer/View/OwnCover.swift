/// The cover that a book has itself, by the word of a person or a source.
struct OwnCover: Sendable, Equatable {
  /// What a form has of the cover that its sender saw: by that it is known whether others have changed it since.
  static let seen = "seen.cover"

  /// Where the image is, maybe at a path of this machine; `nil` where the book has none.
  let address: String?
}
