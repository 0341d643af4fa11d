import Platform

/// Divides the pieces of a dump into lines. Damaged lines are counted and skipped.
struct DumpLines {
  /// The maximum length of a line in bytes. The longest real lines have several hundred thousand bytes.
  static let lineLimit = 16 * 1_048_576

  private let type: [UInt8]
  private(set) var progress: DumpProgress
  /// The beginning of a line that continues in the next piece.
  private var rest: [UInt8] = []
  /// The number of bytes of the line in ``rest`` that exceed the maximum length and are not kept.
  private var excess = 0

  init(of kind: DumpKind, from start: DumpProgress) { (type, progress) = (Array(kind.type.utf8), start) }

  /// Calls the closure for each line with a record of the dump's kind.
  ///
  /// - Parameters:
  ///   - packed: The number of bytes of the file that were read for the pieces so far.
  ///   - body: Returns the reason why the line cannot be used, or `nil` if it can be used.
  mutating func take(
    _ piece: UnsafeRawBufferPointer, packed: Int, _ body: (DumpLine) throws -> String?
  ) throws {
    guard let base = piece.baseAddress else { return }
    var start = 0
    while start < piece.count, let found = memchr(base + start, 10, piece.count - start) {
      let end = base.distance(to: UnsafeRawPointer(found))
      let part = UnsafeRawBufferPointer(start: base + start, count: end - start)
      if rest.isEmpty { try take(line: part, body) } else { try takeRest(with: part, body) }
      start = end + 1
    }
    if start < piece.count { keep(UnsafeRawBufferPointer(rebasing: piece[start...])) }
    progress.packed = packed
  }

  /// Processes the text after the last line end.
  mutating func finish(_ body: (DumpLine) throws -> String?) throws {
    if !rest.isEmpty { try takeRest(with: UnsafeRawBufferPointer(start: nil, count: 0), body) }
  }

  private mutating func keep(_ part: UnsafeRawBufferPointer) {
    let room = min(part.count, Self.lineLimit - rest.count)
    rest.append(contentsOf: part.prefix(room))
    excess += part.count - room
  }

  private mutating func takeRest(
    with part: UnsafeRawBufferPointer, _ body: (DumpLine) throws -> String?
  ) throws {
    keep(part)
    let line = rest
    let excess = excess
    (rest, self.excess) = ([], 0)
    guard excess == 0 else {
      progress.lines += 1
      progress.offset += line.count + excess + 1
      return progress.note("it is longer than \(Self.lineLimit.grouped) bytes")
    }
    try line.withUnsafeBytes { try take(line: $0, body) }
  }

  private mutating func take(line bytes: UnsafeRawBufferPointer, _ body: (DumpLine) throws -> String?) throws {
    progress.lines += 1
    progress.offset += bytes.count + 1
    if bytes.isEmpty { return }
    let line: DumpLine
    do { line = try DumpLine(bytes) } catch { return progress.note(error.reason) }
    if let day = line.day, day > progress.newest { progress.newest = day }
    guard line.type.count == type.count, line.type.elementsEqual(type) else {
      progress.passedOver += 1
      return
    }
    if let reason = try body(line) { progress.note(reason) }
  }
}
