extension String {
  /// Returns the text if it has at most `limit` characters; otherwise its beginning with an ellipsis, `limit`
  /// characters in total. Used in messages.
  package func shortened(to limit: Int) -> String { count > limit ? prefix(limit - 1) + "…" : self }
}
