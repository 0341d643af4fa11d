extension Array where Element: Hashable {
  /// Returns the elements in order without duplicates. Only the first occurrence of each element is kept.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
