extension String {
  /// Returns the text, shortened to at most `limit` characters for use in messages. A shortened text ends with an
  /// ellipsis, which counts as one of the characters.
  package func shortened(to limit: Int) -> String { count > limit ? prefix(limit - 1) + "…" : self }
}
