import Catalog

extension RoutedRequest {
  /// Returns the id of the book in the path.
  ///
  /// - Throws: ``Problem``, 404 if it is not a number.
  func book() throws(Problem) -> Book.ID { Book.ID(try number("id")) }

  /// Returns the number in a path parameter.
  ///
  /// - Throws: ``Problem``, 404 if it contains anything other than digits.
  func number(_ name: String) throws(Problem) -> Int64 {
    guard self[name].isDigits, let number = Int64(self[name]) else { throw Problem.notFound }
    return number
  }

  /// Returns the number of items that the client requests, at most 1,000.
  ///
  /// - Throws: ``Problem``, 400.
  func limit(default defaultLimit: Int) throws(Problem) -> Int {
    try request.target.number("limit", in: 1...ListAddress.largestSize) ?? defaultLimit
  }
}
