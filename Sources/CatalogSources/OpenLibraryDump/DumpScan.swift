/// One reading of a dump, from its beginning or from where another one has ended.
struct DumpScan {
  private let file: DumpFile
  private var lines: DumpLines

  init(_ file: DumpFile, from start: DumpProgress = DumpProgress()) {
    self.file = file
    lines = DumpLines(of: file.kind, from: start)
  }

  /// What was read so far.
  var progress: DumpProgress { lines.progress }

  /// Reads to the end.
  ///
  /// - Parameters:
  ///   - progress: is called after each piece of a megabyte.
  ///   - body: is called for each line of the dump's kind; gives the reason where the line cannot be used.
  /// - Throws: ``SourceFailure`` where the file cannot be read to its end; `CancellationError`; what the bodies throw.
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
