extension Array where Element: Hashable {
  /// Returns the elements in their order, each at its first occurrence only.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
