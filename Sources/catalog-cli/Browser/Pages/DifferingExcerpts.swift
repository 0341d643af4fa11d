/// A function that shortens long texts to the part in which they differ. When the texts are shown one below the other,
/// the user does not have to scroll past identical text.
enum DifferingExcerpts {
  /// The maximum length of an excerpt in characters.
  static let length = 240
  /// The number of characters shown before the first difference.
  private static let context = 60

  /// Returns the texts, with each long text replaced by an excerpt. Each excerpt starts shortly before the first
  /// difference between the first two texts.
  static func of(_ texts: [String]) -> [String] {
    guard texts.count > 1, texts.contains(where: { $0.count > length }) else { return texts }
    let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    return texts.map { excerpt(of: $0, from: max(0, common - context)) }
  }

  private static func excerpt(of text: String, from start: Int) -> String {
    let count = text.count
    guard count > length else { return text }
    // If a text ends before the difference, the excerpt shows the end of the text.
    let start = min(start, count - context)
    let end = text.dropFirst(start + length).isEmpty ? "" : "…"
    return (start > 0 ? "…" : "") + text.dropFirst(start).prefix(length) + end
  }
}
