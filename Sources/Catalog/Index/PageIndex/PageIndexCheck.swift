/// Compares the page index with the books: every bucket with the books between its cuts, every group with its members.
struct PageIndexCheck {
  let connection: Connection

  /// Whether all of it is right; each order's index is passed through once.
  func holds() throws -> Bool {
    var rows = 0
    for run in PageRun.all {
      var levels: [[PageIndexEntry]] = []
      for level in 0..<PageIndexSizes.levels {
        let entries = try PageIndexTable(connection: connection).entries(run, level: level, from: .start, to: nil)
        guard entries.first?.cut == .start else { return false }
        rows += entries.count
        levels.append(entries)
      }
      guard try bucketsHold(run, levels[0]), zip(levels, levels.dropFirst()).allSatisfy(Self.groupsHold) else {
        return false
      }
    }
    // Rows of no run, of no level.
    // A number below zero, which reads as none, is one row too many.
    return try connection.integer("SELECT count(*) + cast(total(books < 0) AS INTEGER) FROM page_index") == Int64(rows)
  }

  private func bucketsHold(_ run: PageRun, _ buckets: [PageIndexEntry]) throws -> Bool {
    let cutter = PageIndexCutter(connection: connection, run: run, size: connection.pageIndexSizes.bucket)
    for (index, bucket) in buckets.enumerated() {
      let upper = index + 1 < buckets.count ? buckets[index + 1].cut : nil
      if !run.isUnknown {
        // A cut within a key touches no other key.
        if let key = upper?.keyWithin, bucket.cut != .before(key), bucket.cut.keyWithin != key { return false }
        if let key = bucket.cut.keyWithin, upper != .behind(key), upper?.keyWithin != key { return false }
      }
      guard try cutter.count(from: bucket.cut, to: upper) == bucket.books else { return false }
    }
    return true
  }

  /// Whether groups begin where members do and hold what these hold.
  private static func groupsHold(_ members: [PageIndexEntry], _ groups: [PageIndexEntry]) -> Bool {
    var sums: [PageIndexEntry] = []
    for member in members {
      let next = sums.count < groups.count ? groups[sums.count].cut : nil
      if member.cut == next {
        sums.append(member)
      } else if !sums.isEmpty {
        sums[sums.count - 1].books += member.books
      }
    }
    return sums == groups
  }
}
