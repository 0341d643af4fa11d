import CatalogModel

extension DumpKind {
  /// Returns dumps in the order in which they are read.
  ///
  /// - Throws: ``SourceFailure`` if two dumps are of one kind.
  static func ordered(_ files: [DumpFile]) throws -> [DumpFile] {
    let ordered = allCases.compactMap { kind in files.first { $0.kind == kind } }
    for file in files {
      if let other = ordered.first(where: { $0.kind == file.kind }), other.path != file.path {
        throw SourceFailure(
          .malformed, file.path, cause: "it is a dump of \(file.kind), and so is \(other.path)",
          hint: "use one dump of each kind")
      }
    }
    return ordered
  }
}
