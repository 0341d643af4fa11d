/// Shortens long texts that are shown one below the other to the part in which they differ, so that the user need not
/// scroll through equal text.
enum DifferingExcerpts {
  /// The number of characters shown of a text.
  static let length = 240
  /// The number of characters shown before the first difference.
  private static let context = 60

  /// Returns the texts; long ones start shortly before the first difference between the first two.
  static func of(_ texts: [String]) -> [String] {
    guard texts.count > 1, texts.contains(where: { $0.count > length }) else { return texts }
    let common = zip(texts[0], texts[1]).prefix { $0 == $1 }.count
    return texts.map { excerpt(of: $0, from: max(0, common - context)) }
  }

  private static func excerpt(of text: String, from start: Int) -> String {
    let count = text.count
    guard count > length else { return text }
    // If a text ends before the difference, its end is shown.
    let start = min(start, count - context)
    let end = text.dropFirst(start + length).isEmpty ? "" : "…"
    return (start > 0 ? "…" : "") + text.dropFirst(start).prefix(length) + end
  }
}
