/// Rows for the search index that go in together, in ascending order, in one transaction or several: FTS5 then writes few
/// large parts, and merges little (measured: five times as fast as in any order). Packed into bytes, so that a hundred
/// thousand take little memory.
struct SearchRun: Sendable {
  /// The rows, of which each begins with the lengths of its columns, four bytes each.
  private var bytes: [UInt8] = []
  private var rows: [(number: Int64, start: Int)] = []
  /// Whose rows they are: what is pending there is in the run.
  private(set) var ids: [ClosedRange<Int64>] = []
  /// The different words, facets aside.
  private(set) var words: Set<String> = []

  private static let lengthsSize = SearchEntry.columnNames.count * MemoryLayout<UInt32>.size

  /// - Parameter bytes: how many it will hold at most, so that it need not grow, which would take twice the memory.
  init(bytes: Int = 0) { self.bytes.reserveCapacity(bytes) }

  var count: Int { rows.count }
  /// Bytes of memory, roughly.
  var size: Int { bytes.count + rows.count * MemoryLayout<(Int64, Int)>.stride + words.count * 48 }

  mutating func append(_ entry: SearchEntry) {
    rows.append((entry.rowid, bytes.count))
    for column in entry.columns {
      withUnsafeBytes(of: UInt32(column.utf8.count)) { bytes += $0 }
    }
    for (index, column) in entry.columns.enumerated() {
      bytes += column.utf8
      if index < SearchEntry.facets { takeWords(of: column) }
    }
  }

  /// Takes in the words of another run, whose books have higher ids.
  mutating func append(_ other: SearchRun) {
    for range in other.ids { add(range) }
    let start = bytes.count
    bytes += other.bytes
    for row in other.rows { rows.append((row.number, start + row.start)) }
    words.formUnion(other.words)
  }

  /// Says that the run holds what is pending of these books, which are higher than those before.
  mutating func add(_ range: ClosedRange<Int64>) {
    if let last = ids.last, last.upperBound == range.lowerBound - 1 {
      ids[ids.count - 1] = last.lowerBound...range.upperBound
    } else {
      ids.append(range)
    }
  }

  /// Brings the rows into the order in which they go in.
  mutating func sort() { rows.sort { $0.number < $1.number } }

  private mutating func takeWords(of column: String) {
    var copy = column
    copy.withUTF8 { bytes in
      var start = 0
      for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: " ") {
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        if !word.isEmpty, word != SearchEntry.between { words.insert(word) }
        start = index + 1
      }
    }
  }

  /// The number of a row, and whose it is.
  func number(at position: Int) -> Int64 { rows[position].number }

  /// Gives a row's columns to the body; they are valid only there.
  func withRow<Result>(at position: Int, _ body: (Row) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(Row(bytes: $0, start: rows[position].start)) }
  }

  /// The columns of a row, in place.
  struct Row {
    fileprivate let bytes: UnsafeRawBufferPointer
    fileprivate let start: Int

    func forEachColumn(_ body: (Int, UnsafeBufferPointer<UInt8>) throws -> Void) rethrows {
      var from = start + lengthsSize
      for column in 0..<SearchEntry.columnNames.count {
        let place = start + column * MemoryLayout<UInt32>.size
        let end = from + Int(bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
        try body(column, UnsafeRawBufferPointer(rebasing: bytes[from..<end]).assumingMemoryBound(to: UInt8.self))
        from = end
      }
    }
  }
}
