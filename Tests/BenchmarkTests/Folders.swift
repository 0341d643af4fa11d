enum Folders {
  /// The folder Benchmarks of the sources that these tests were compiled from.
  static let benchmarks =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/Benchmarks"
}
