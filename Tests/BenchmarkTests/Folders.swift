enum Folders {
  /// The `Benchmarks` folder of the source tree that these tests were compiled from.
  static let benchmarks =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/Benchmarks"
}
