/// Measures that belong together: one small file each, named in ``BenchGroups``.
protocol BenchGroup {
  /// The word by which the command line chooses it.
  var name: String { get }
  /// One line for people.
  var summary: String { get }

  func run(_ context: BenchContext, _ results: inout GroupResults) throws
}

/// The registry: a new group is a new line here.
enum BenchGroups {
  static var all: [any BenchGroup] {
    [
      StartGroup(), ListGroup(), SearchGroup(), ImportGroup(), EditGroup(), MemoryGroup(), SyncGroup(),
      MetadataGroup(), LiveGroup(), FormatGroup(), LibraryGroup(), FolderGroup(), StatisticsGroup(), ServeGroup(),
      ServeEditsGroup(), DumpGroup(),
    ]
  }
}
