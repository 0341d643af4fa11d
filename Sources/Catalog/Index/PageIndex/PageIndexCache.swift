/// The version of the catalog from which cached data was read.
struct PageIndexVersion: Equatable {
  let dataVersion: Int64
  let ownChanges: Int
}

/// The parts of the page index that a connection has read. The cache is cleared when the catalog changes. A list of ten
/// million books has a few thousand parts per order, but only the parts needed for the requested pages are cached.
struct PageIndexCache {
  /// A part of the page index: the entries of one group, or all entries of the highest level.
  struct Part {
    let cuts: [PageCut]
    /// For each entry, the number of books from the start of the part through the end of the entry.
    let ends: [Int]

    init(_ entries: [PageIndexEntry]) {
      cuts = entries.map(\.cut)
      var end = 0
      ends = entries.map {
        end += $0.books
        return end
      }
    }

    /// Returns the index of the entry that contains the book at a position in the part, or `nil` if the part has fewer
    /// books.
    func index(holding position: Int) -> Int? {
      var lower = 0
      var upper = ends.count
      while lower < upper {
        let middle = (lower + upper) / 2
        if ends[middle] > position { upper = middle } else { lower = middle + 1 }
      }
      return lower < ends.count ? lower : nil
    }

    func start(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }
  }

  struct Name: Hashable {
    let run: PageRun
    let level: Int
    let from: PageCut
  }

  private var version: PageIndexVersion?
  private var parts: [Name: Part] = [:]

  /// Clears the cache if it belongs to another version of the catalog.
  mutating func prepare(for version: PageIndexVersion) {
    if self.version != version {
      parts.removeAll(keepingCapacity: true)
      self.version = version
    }
  }

  subscript(name: Name) -> Part? {
    get { parts[name] }
    set { parts[name] = newValue }
  }
}
