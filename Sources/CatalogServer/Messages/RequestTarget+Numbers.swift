import CatalogModel

extension RequestTarget {
  /// A parameter that is a number of digits alone; `nil` where it is not there, or empty.
  ///
  /// - Throws: ``Problem``, 400.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name], !text.isEmpty else { return nil }
    guard text.isDigits, let number = Int(text), range.contains(number) else {
      let most = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      throw .badRequest("\(name) is a number from \(range.lowerBound) \(most).")
    }
    return number
  }
}
