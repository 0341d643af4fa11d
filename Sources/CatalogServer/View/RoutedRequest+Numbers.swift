import Catalog

extension RoutedRequest {
  /// The book that the path names.
  ///
  /// - Throws: ``Problem``, 404.
  func book() throws(Problem) -> Book.ID { Book.ID(try number("id")) }

  /// A number in the path: digits alone.
  ///
  /// - Throws: ``Problem``, 404.
  func number(_ name: String) throws(Problem) -> Int64 {
    guard self[name].isDigits, let number = Int64(self[name]) else { throw Problem.notFound }
    return number
  }

  /// How many are wanted, at most 1,000.
  ///
  /// - Throws: ``Problem``, 400.
  func limit(usual: Int) throws(Problem) -> Int {
    try request.target.number("limit", in: 1...ListAddress.largestSize) ?? usual
  }
}
