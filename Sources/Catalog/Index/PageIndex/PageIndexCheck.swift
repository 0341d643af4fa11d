/// Compares the page index with the books: every bucket with the books between its cuts, every group with its members.
struct PageIndexCheck {
  let connection: Connection

  /// Returns true if the whole index is correct. Scans the index of each order once.
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
    // The count is too high if there are rows of unknown runs or levels. Rows with a negative book count, which is read
    // as 0, count twice so that they are detected too.
    return try connection.integer("SELECT count(*) + cast(total(books < 0) AS INTEGER) FROM page_index") == Int64(rows)
  }

  private func bucketsHold(_ run: PageRun, _ buckets: [PageIndexEntry]) throws -> Bool {
    let cutter = PageIndexCutter(connection: connection, run: run, size: connection.pageIndexSizes.bucket)
    for (index, bucket) in buckets.enumerated() {
      let upper = index + 1 < buckets.count ? buckets[index + 1].cut : nil
      if !run.isUnknown {
        // The cuts next to a cut inside a key must belong to the same key.
        if let key = upper?.keyWithin, bucket.cut != .before(key), bucket.cut.keyWithin != key { return false }
        if let key = bucket.cut.keyWithin, upper != .after(key), upper?.keyWithin != key { return false }
      }
      guard try cutter.count(from: bucket.cut, to: upper) == bucket.books else { return false }
    }
    return true
  }

  /// Returns true if each group begins at a cut of one of its members and contains the sum of their books.
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
