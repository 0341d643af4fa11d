extension Bitmap {
  /// Removes the numbers that are not in the other set.
  public mutating func formIntersection(_ other: Bitmap) {
    switch (form, other.form) {
    case (.sorted(let mine), .sorted(let others)):
      form = .sorted(mine.count <= others.count ? mine.common(with: others) : others.common(with: mine))
    case (.sorted(let mine), .bits): form = .sorted(mine.filter(other.contains))
    case (.bits, .sorted(let others)): form = .sorted(others.filter(contains))
    case (.bits, .bits(let others)): combineBits(with: others) { $0 & $1 }
    }
  }

  /// Inserts the numbers of the other set.
  public mutating func formUnion(_ other: Bitmap) {
    switch (form, other.form) {
    case (.sorted(let mine), .sorted(let others)):
      self = Bitmap(ascending: mine.united(with: others))
    case (.sorted(let mine), .bits(var words)):
      for number in mine { words.insert(number) }
      form = .bits(words)
    case (.bits, .sorted(let others)): changeBits { words in for number in others { words.insert(number) } }
    case (.bits, .bits(let others)): combineBits(with: others) { $0 | $1 }
    }
  }

  /// Removes the numbers that are in the other set.
  public mutating func subtract(_ other: Bitmap) {
    switch (form, other.form) {
    case (.sorted(let mine), _): form = .sorted(mine.filter { !other.contains($0) })
    case (.bits, .sorted(let others)): changeBits { words in for number in others { words.remove(number) } }
    case (.bits, .bits(let others)): combineBits(with: others) { $0 & ~$1 }
    }
  }

  /// Changes the bits in place. Does nothing if the set is stored as a sorted array.
  mutating func changeBits(_ change: (inout [UInt64]) -> Void) {
    guard case .bits(var words) = form else { return }
    // Releases the second reference to the array. With two references, each change would copy the array.
    form = .sorted([])
    change(&words)
    form = .bits(words)
  }

  @inline(__always)
  private mutating func combineBits(with others: [UInt64], _ combine: (UInt64, UInt64) -> UInt64) {
    changeBits { words in
      words.withUnsafeMutableBufferPointer { words in
        others.withUnsafeBufferPointer { others in
          for index in 0..<Self.wordCount { words[index] = combine(words[index], others[index]) }
        }
      }
    }
  }
}

extension [UInt16] {
  /// The ratio between the lengths of two arrays. Above this ratio, the numbers of the shorter array are looked up in
  /// the longer array.
  private static let muchLonger = 16

  /// Returns the numbers that are in both arrays. Both arrays must be in ascending order, and `longer` must be at least
  /// as long as this array.
  func common(with longer: [UInt16]) -> [UInt16] {
    if longer.count / Self.muchLonger > count { return filter { longer.insertionIndex(of: $0).isThere } }
    var common: [UInt16] = []
    common.reserveCapacity(count)
    var (here, there) = (0, 0)
    while here < count, there < longer.count {
      let (mine, other) = (self[here], longer[there])
      if mine == other { common.append(mine) }
      if mine <= other { here += 1 }
      if other <= mine { there += 1 }
    }
    return common
  }

  /// Returns the numbers that are in either array. Both arrays must be in ascending order.
  func united(with others: [UInt16]) -> [UInt16] {
    var united: [UInt16] = []
    united.reserveCapacity(count + others.count)
    var (here, there) = (0, 0)
    while here < count, there < others.count {
      let (mine, other) = (self[here], others[there])
      united.append(Swift.min(mine, other))
      if mine <= other { here += 1 }
      if other <= mine { there += 1 }
    }
    united += self[here...]
    united += others[there...]
    return united
  }
}
