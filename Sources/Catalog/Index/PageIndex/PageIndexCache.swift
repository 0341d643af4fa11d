/// The version of the catalog to which cached parts belong.
struct PageIndexVersion: Equatable {
  let dataVersion: Int64
  let ownChanges: Int
}

/// The parts of the page index that a connection has read, kept while the catalog does not change. A list of ten
/// million books has a few thousand parts per order. Only the parts from which pages were read are kept.
struct PageIndexCache {
  /// A part of the index: the members of a group, or of a run's highest level.
  struct Part {
    let cuts: [PageCut]
    /// For each member, the number of books from the start of the part to the member's end.
    let ends: [Int]

    init(_ entries: [PageIndexEntry]) {
      cuts = entries.map(\.cut)
      var end = 0
      ends = entries.map {
        end += $0.books
        return end
      }
    }

    /// Returns the index of the member that contains the book at a position in the part; `nil` if the position is after
    /// its end.
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

  /// Removes cached parts that belong to a different version of the catalog.
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
