import CatalogDatabase

/// A check of the page index. It compares the book count of each bucket with the books in the catalog, and the count of
/// each group with the sum of its members.
struct PageIndexCheck {
  let connection: Connection

  /// Returns true if the whole page index is correct. The check scans the database index of each order once.
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
    // The comparison fails if the table contains rows that belong to no known run or level. It also fails if a row has
    // a negative book count: that count is read as 0 above, and the query counts the row twice.
    return try connection.integer("SELECT count(*) + cast(total(books < 0) AS INTEGER) FROM page_index") == Int64(rows)
  }

  private func bucketsHold(_ run: PageRun, _ buckets: [PageIndexEntry]) throws -> Bool {
    let cutter = PageIndexCutter(connection: connection, run: run, size: connection.pageIndexSizes.bucket)
    for (index, bucket) in buckets.enumerated() {
      let upper = index + 1 < buckets.count ? buckets[index + 1].cut : nil
      if !run.isUnknown {
        // If a cut lies between two books with the same key, the cuts before and after it must belong to that key, too.
        if let key = upper?.keyWithin, bucket.cut != .before(key), bucket.cut.keyWithin != key { return false }
        if let key = bucket.cut.keyWithin, upper != .after(key), upper?.keyWithin != key { return false }
      }
      guard try cutter.count(from: bucket.cut, to: upper) == bucket.books else { return false }
    }
    return true
  }

  /// Returns true if each group begins where one of its members begins, and if its book count is the sum of the
  /// members' book counts.
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
