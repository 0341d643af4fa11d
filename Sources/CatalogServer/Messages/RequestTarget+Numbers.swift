import CatalogModel

extension RequestTarget {
  /// Returns the value of a numeric parameter; `nil` if it is missing or empty.
  ///
  /// - Throws: ``Problem``, 400 if the value contains anything other than digits or is out of range.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name], !text.isEmpty else { return nil }
    guard text.isDigits, let number = Int(text), range.contains(number) else {
      let most = range.upperBound == .max ? "on" : "to \(range.upperBound)"
      throw .badRequest("\(name) is a number from \(range.lowerBound) \(most).")
    }
    return number
  }
}
