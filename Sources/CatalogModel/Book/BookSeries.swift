/// A series of books, with the parts that the catalog has.
///
/// ```swift
/// if let series = try await catalog.series(named: "Dune"), let next = series.next {
///   print("next in \(series.name): \(next)")
/// }
/// ```
public struct BookSeries: Sendable, Hashable {
  /// A book of the series.
  public struct Volume: Sendable, Hashable, Identifiable {
    /// The id of the book.
    public let id: Book.ID
    /// The title of the book.
    public let title: String
    /// The number of the book in the series; `nil` if it is unknown.
    public let number: Double?
    /// The read state of the book.
    public let readState: ReadState

    package init(_ book: Book) {
      (id, title, number, readState) = (book.id, book.title, book.seriesNumber, book.readState)
    }
  }

  /// The part of a series to read next.
  public enum Next: Sendable, Hashable {
    /// A book that the catalog has.
    case volume(Volume)
    /// A part that the catalog lacks.
    case missing(Int)
  }

  /// The name of the series.
  public let name: String
  /// The books by number, with books without a number at the end. Several editions of a part have the same number.
  public let volumes: [Volume]

  /// Creates a series.
  ///
  /// - Parameter books: The books of the series, in any order.
  package init(_ name: String, _ books: some Sequence<Book>) {
    self.name = name
    volumes = books.map(Volume.init).sorted { one, other in
      guard let number = one.number, let others = other.number, number != others else {
        return one.number == other.number ? (one.title, one.id) < (other.title, other.id) : one.number != nil
      }
      return number < others
    }
  }

  /// The number of different parts. Editions of one part count once.
  public var count: Int { parts.count }

  /// The number of parts that were read.
  public var readCount: Int { parts.count { $0.isRead } }

  /// The ranges of whole numbers, from 1 to the highest number, of which the catalog has no book.
  public var missing: [ClosedRange<Int>] {
    var missing: [ClosedRange<Int>] = []
    var expected = 1
    for part in parts {
      // A set such as 1.5 is between two whole numbers.
      guard let number = part.number, let whole = Int(exactly: number), whole >= expected else { continue }
      if whole > expected { missing.append(expected...whole - 1) }
      expected = whole + 1
    }
    return missing
  }

  /// The part to read next: the first part after the last one that was read or is being read; `nil` if there is none.
  /// If no part was read, the first one.
  public var next: Next? {
    let parts = parts
    let last = parts.lastIndex { $0.isRead || $0.isOpen }
    let start = last.map { $0 + 1 } ?? 0
    func isNext(_ part: Part) -> Bool { !part.isRead && !part.isOpen && part.volumes[0].readState != .abandoned }
    // Parts without a number have no order.
    let candidate = parts[start...].first(where: isNext) ?? parts.first { $0.number == nil && isNext($0) }
    let floor = last.flatMap { parts[$0].number } ?? 0
    let gap = missing.first { Double($0.upperBound) > floor }.map { max($0.lowerBound, Int(floor) + 1) }
    guard let gap else { return candidate.map { .volume($0.volumes[0]) } }
    if let candidate, let number = candidate.number, number < Double(gap) { return .volume(candidate.volumes[0]) }
    return .missing(gap)
  }

  /// The editions of one part.
  private struct Part {
    let number: Double?
    var volumes: [Volume]

    var isRead: Bool { volumes.contains { $0.readState == .read } }
    var isOpen: Bool { volumes.contains { $0.readState.isOpen } }
  }

  private var parts: [Part] {
    volumes.reduce(into: []) { parts, volume in
      if let number = volume.number, parts.last?.number == number {
        parts[parts.count - 1].volumes.append(volume)
      } else {
        parts.append(Part(number: volume.number, volumes: [volume]))
      }
    }
  }
}
