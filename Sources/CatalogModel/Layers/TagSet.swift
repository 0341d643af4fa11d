/// The tags of a book that is being edited, in alphabetical order and without duplicates.
///
/// Insertions and removals are recorded one by one, so that they do not affect other tags from sources. Assigning a
/// whole set gives the book exactly these tags. Each of these tags becomes the user's own and stays even if a source
/// drops it.
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
  /// The tags that the book had initially; `nil` for a set that was created independently of a book.
  private var base: [String]?
  /// The insertions and removals so far, in order.
  private var changes: [FieldChange] = []

  /// Creates a set that is independent of a book. Assigning it to a book gives the book exactly these tags.
  ///
  /// - Parameter tags: At most 500 tags of at most 200 bytes of UTF-8 each. The limits are checked when the tags are
  ///   stored.
  public init(_ tags: some Sequence<String>) {
    items = Set(tags).sorted()
  }

  /// Creates the set of tags that a book shows.
  package init(of book: Book) {
    items = book.tags
    base = book.tags
  }

  /// Inserts a tag. A tag that is already present becomes the user's own and stays even if its source drops it.
  ///
  /// - Returns: True if the tag was not present.
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
  /// - Returns: True if the tag was present.
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

  /// Returns the changes that give a book these tags: the recorded insertions and removals if the set was created from
  /// the book's current tags, or else an assignment of the whole set.
  package func changes(of book: Book) -> [FieldChange] {
    base == book.tags ? changes : [.set(.tags, items.isEmpty ? nil : .list(items))]
  }
}

extension TagSet: RandomAccessCollection {
  /// The position of the first tag.
  public var startIndex: Int { items.startIndex }
  /// The position after the last tag.
  public var endIndex: Int { items.endIndex }
  /// The tag at the given position.
  public subscript(position: Int) -> String { items[position] }
}

extension TagSet: Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
  /// Creates a set that is independent of a book: `["classic", "sf"]`.
  public init(arrayLiteral tags: String...) { self.init(tags) }

  /// Returns true if two sets contain the same tags, however they were assigned.
  public static func == (one: TagSet, other: TagSet) -> Bool { one.items == other.items }

  /// Hashes the tags.
  public func hash(into hasher: inout Hasher) { hasher.combine(items) }

  /// The tags, joined by `; `.
  public var description: String { items.joined(separator: "; ") }
}
