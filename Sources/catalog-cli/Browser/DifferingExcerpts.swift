/// Of long texts that are shown one below the other, the part in which they differ: who has to choose can see that without
/// scrolling through what is the same.
enum DifferingExcerpts {
  /// As many characters of a text are shown.
  static let length = 240
  /// What stands before the first difference, to know where it is.
  private static let context = 60

  /// Each text, those that are long from shortly before the first two differ.
  static func of(_ texts: [String]) -> [String] {
    guard texts.count > 1, texts.contains(where: { $0.count > length }) else { return texts }
    let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    return texts.map { excerpt(of: $0, from: max(0, common - context)) }
  }

  private static func excerpt(of text: String, from start: Int) -> String {
    let count = text.count
    guard count > length else { return text }
    // Of one that ends before the difference, the end is shown.
    let start = min(start, count - context)
    let end = text.dropFirst(start + length).isEmpty ? "" : "…"
    return (start > 0 ? "…" : "") + text.dropFirst(start).prefix(length) + end
  }
}
