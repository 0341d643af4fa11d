/// The user's changes to the positions that sources deliver for a book: positions that the user added, and positions
/// that the user removed.
///
/// The order of changes and deliveries has no effect. A position that a source delivers later is shown, too.
package struct ProgressChange: Hashable, Codable, Sendable {
  /// The positions that the user entered.
  package var added: Set<ReadingPosition>
  /// The positions that the user removed.
  package var removed: Set<ReadingPosition>

  package init(added: Set<ReadingPosition> = [], removed: Set<ReadingPosition> = []) {
    (self.added, self.removed) = (added, removed)
  }

  /// Returns the change after the user has replaced the shown positions with others.
  package func replacing(_ shown: [ReadingPosition], with new: [ReadingPosition]) -> ProgressChange {
    let (before, after) = (Set(shown), Set(new))
    return ProgressChange(
      added: added.intersection(after).union(after.subtracting(before)),
      removed: removed.subtracting(after).union(before.subtracting(after)))
  }

  /// Returns the positions to show, in the order of their days. If there are more than a list can hold, the earliest
  /// ones are left out.
  ///
  /// - Parameter delivered: The positions that the sources deliver.
  package func shown(over delivered: [ReadingPosition]) -> [ReadingPosition] {
    let all = Set(delivered).subtracting(removed).union(added).sorted()
    return Array(all.suffix(FieldLimits.listItems))
  }

  /// Combines the changes to several books that are being merged. A position that was removed from one book stays if it
  /// was added to another one.
  package static func merged(_ changes: [ProgressChange]) -> ProgressChange? {
    guard !changes.isEmpty else { return nil }
    let added = changes.reduce(into: Set()) { $0.formUnion($1.added) }
    return ProgressChange(
      added: added, removed: changes.reduce(into: Set()) { $0.formUnion($1.removed) }.subtracting(added))
  }

  /// Encodes the change. The positions are sorted, so that equal changes have equal texts.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !added.isEmpty { try container.encode(added.sorted(), forKey: .added) }
    if !removed.isEmpty { try container.encode(removed.sorted(), forKey: .removed) }
  }

  /// Decodes a change that ``encode(to:)`` wrote.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    added = try container.decodeIfPresent(Set<ReadingPosition>.self, forKey: .added) ?? []
    removed = try container.decodeIfPresent(Set<ReadingPosition>.self, forKey: .removed) ?? []
  }

  private enum CodingKeys: String, CodingKey { case added, removed }
}
