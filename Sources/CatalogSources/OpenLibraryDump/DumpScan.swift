/// One pass over a dump, from its start or from the end of an earlier pass.
struct DumpScan {
  private let file: DumpFile
  private var lines: DumpLines

  init(_ file: DumpFile, from start: DumpProgress = DumpProgress()) {
    self.file = file
    lines = DumpLines(of: file.kind, from: start)
  }

  /// The progress so far.
  var progress: DumpProgress { lines.progress }

  /// Reads to the end of the dump.
  ///
  /// - Parameters:
  ///   - progress: Called after each piece of a megabyte.
  ///   - body: Called for each line of the dump's kind. Returns the reason why the line cannot be used, or `nil`.
  /// - Throws: ``SourceFailure`` if the file cannot be read to its end; `CancellationError`; errors of the closures.
  mutating func run(
    progress: (DumpProgress) throws -> Void, line body: (DumpLine) throws -> String?
  ) throws {
    let stream = DumpStream(file, from: lines.progress.offset)
    defer { stream.stop() }
    while let piece = try stream.next() {
      try Task.checkCancellation()
      try piece.bytes.withUnsafeBytes { try lines.take($0, packed: piece.packed, body) }
      try progress(lines.progress)
    }
    try lines.finish(body)
    try progress(lines.progress)
  }
}
