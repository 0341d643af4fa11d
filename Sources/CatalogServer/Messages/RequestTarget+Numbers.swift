import CatalogModel
import Platform

extension RequestTarget {
  /// Returns the value of a numeric parameter; `nil` if it is missing or empty.
  ///
  /// - Throws: ``Problem``, 400 if the value contains anything other than digits or is out of range.
  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name], !text.isEmpty else { return nil }
    guard text.isDigits, let number = Int(text), range.contains(number) else {
      throw .badRequest("\(name) must be a number \(range.words).")
    }
    return number
  }
}

extension ClosedRange<Int> {
  /// The range in words, for messages about invalid numbers: `from 1 to 1,000`, or `of at least 1`.
  var words: String {
    upperBound == .max ? "of at least \(lowerBound.grouped)" : "from \(lowerBound.grouped) to \(upperBound.grouped)"
  }
}
