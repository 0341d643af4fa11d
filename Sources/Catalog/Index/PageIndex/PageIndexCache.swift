/// The version of the catalog that the parts are of.
struct PageIndexVersion: Equatable {
  let dataVersion: Int64
  let ownChanges: Int
}

/// What a connection has read of the page index, kept while the catalog stays the same. A list of ten million books has
/// some thousand parts for each order; the ones that pages were read from are kept.
struct PageIndexCache {
  /// A part of the index: the members of a group, or of a run's highest level.
  struct Part {
    let cuts: [PageCut]
    /// For each member the number of books up to its end.
    let ends: [Int]

    init(_ entries: [PageIndexEntry]) {
      cuts = entries.map(\.cut)
      var end = 0
      ends = entries.map {
        end += $0.books
        return end
      }
    }

    /// The member that holds the book so many places from the part's beginning; `nil` when that is behind its end.
    func index(holding place: Int) -> Int? {
      var lower = 0
      var upper = ends.count
      while lower < upper {
        let middle = (lower + upper) / 2
        if ends[middle] > place { upper = middle } else { lower = middle + 1 }
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

  /// Forgets what was read of another version.
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
