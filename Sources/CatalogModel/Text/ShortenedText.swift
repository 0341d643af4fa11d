extension String {
  /// The text where it has at most so many characters, else its beginning with an ellipsis, as long as that: for messages.
  package func shortened(to limit: Int) -> String { count > limit ? prefix(limit - 1) + "…" : self }
}
