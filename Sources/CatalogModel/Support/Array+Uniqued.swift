extension Array where Element: Hashable {
  /// Returns the distinct elements, in the order of their first occurrence.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
