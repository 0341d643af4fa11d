/// The tags of a book that is being edited, without any of them twice, in alphabetical order.
///
/// Inserting and removing are kept as such, so that they are never in conflict with what a source says of the other
/// tags. Assigning a whole set lets the book have these tags and no others; each of them is the user's own from then on,
/// and stays when its source drops it.
///
/// ```swift
/// try await catalog.edit(book.id) {
///   $0.tags.insert("favourite")
///   $0.tags.remove("unread")
/// }
/// try await catalog.edit(book.id) { $0.tags = ["classic", "sf"] }
/// ```
public struct TagSet: Sendable {
  private var items: [String]
  /// The tags that the book had; `nil` of a set that was made by itself.
  private var base: [String]?
  /// What was done to the base, in order.
  private var changes: [FieldChange] = []

  /// A set of its own: a book that it is assigned to has these tags and no others.
  ///
  /// - Parameter tags: each at most 200 bytes of UTF-8, at most 500 of them; who stores them checks that.
  public init(_ tags: some Sequence<String>) {
    items = Set(tags).sorted()
  }

  /// The tags that a book shows.
  package init(of book: Book) {
    items = book.tags
    base = book.tags
  }

  /// Adds a tag. One that is there already is the user's own from then on, and stays when its source drops it.
  ///
  /// - Returns: whether it was not there.
  @discardableResult
  public mutating func insert(_ tag: String) -> Bool {
    if case .add(_, let earlier)? = changes.last {
      changes[changes.count - 1] = .add(.tags, earlier + [tag])
    } else {
      changes.append(.add(.tags, [tag]))
    }
    guard !items.contains(tag) else { return false }
    items.insert(tag, at: items.firstIndex { $0 > tag } ?? items.endIndex)
    return true
  }

  /// Removes a tag.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  public mutating func remove(_ tag: String) -> Bool {
    if case .remove(_, let earlier)? = changes.last {
      changes[changes.count - 1] = .remove(.tags, earlier + [tag])
    } else {
      changes.append(.remove(.tags, [tag]))
    }
    guard let index = items.firstIndex(of: tag) else { return false }
    items.remove(at: index)
    return true
  }

  /// What lets a book have these tags: what was inserted and removed where that was done to the tags it has, else all.
  package func changes(of book: Book) -> [FieldChange] {
    base == book.tags ? changes : [.set(.tags, items.isEmpty ? nil : .list(items))]
  }
}

extension TagSet: RandomAccessCollection {
  /// The place of the first tag.
  public var startIndex: Int { items.startIndex }
  /// The place behind the last tag.
  public var endIndex: Int { items.endIndex }
  /// The tag at a place.
  public subscript(position: Int) -> String { items[position] }
}

extension TagSet: Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
  /// A set of its own: `["classic", "sf"]`.
  public init(arrayLiteral tags: String...) { self.init(tags) }

  /// Whether both hold the same tags, however they came there.
  public static func == (one: TagSet, other: TagSet) -> Bool { one.items == other.items }

  /// By the tags, as equality goes.
  public func hash(into hasher: inout Hasher) { hasher.combine(items) }

  /// The tags, joined by `; `.
  public var description: String { items.joined(separator: "; ") }
}
