import CatalogDatabase
import Platform

/// The limit on the number of books that a source may remove at once. A source that was emptied by mistake must not
/// empty the catalog.
struct RemovalLimit {
  /// The number of removals that is always allowed.
  static let unquestioned = 50
  /// The divisor for the number of removals that are allowed: a tenth of the records that the source had when it was
  /// last read to its end. Records added since then do not count, because they would raise the limit for a source that
  /// replaces all its books.
  static let share = 10

  let source: CatalogSource
  /// True to allow any number of removals.
  let isOff: Bool
  /// The current refresh, whose removals are counted separately because not all of them are stored yet.
  private let run: Int64?
  /// The number of allowed removals and the number of earlier removals, each computed on demand.
  private var allowed: Int?
  private var earlier: Int?

  init(source: CatalogSource, isOff: Bool, run: Int64? = nil) {
    (self.source, self.isOff, self.run) = (source, isOff, run)
  }

  /// Checks that a source does not remove too many books. Counts all removals since the source was last read to its
  /// end, so that repeated refreshes cannot empty the catalog bit by bit.
  ///
  /// - Parameters:
  ///   - removed: The number of books removed since the refresh began, including the current removal.
  ///   - added: The number of books that the current refresh has added.
  ///   - leavesNone: True if an enumeration lists none of the source's earlier books, even if these were only a few.
  /// - Throws: ``SourceFailure`` if more books would be removed than is allowed without consent.
  mutating func check(_ removed: Int, added: Int = 0, leavesNone: Bool = false, _ connection: Connection) throws {
    guard !isOff else { return }
    if leavesNone, removed > 0, removed <= Self.unquestioned { throw failure(removed, isAll: true) }
    let earlier = try earlier ?? earlier(connection)
    self.earlier = earlier
    let removed = removed + earlier
    guard removed > Self.unquestioned else { return }
    let allowed = try allowed ?? allowed(added: added, connection)
    self.allowed = allowed
    if removed > allowed { throw failure(removed) }
  }

  private func earlier(_ connection: Connection) throws -> Int {
    try count(
      """
      SELECT total(removed) FROM sync_run
      WHERE source_id = ?1 AND id IS NOT ?2
        AND started > coalesce((SELECT ok_at FROM sync_cursor WHERE source_id = ?1), 0)
      """, [.id(source.id), SQLValue(run)], connection)
  }

  /// Returns the number of the source's records that may be removed. If the source was never read to its end, the
  /// number depends on all its current records.
  private func allowed(added: Int, _ connection: Connection) throws -> Int {
    let records = try count(
      """
      SELECT (SELECT count(*) FROM source_record WHERE source_id = ?1 AND gone_at IS NULL) - ifnull(
        (SELECT ?3 + (SELECT CAST(total(added) AS INTEGER) FROM sync_run
           WHERE source_id = ?1 AND id IS NOT ?2 AND started > ok_at)
         FROM sync_cursor WHERE source_id = ?1 AND ok_at IS NOT NULL), 0)
      """, [.id(source.id), SQLValue(run), .integer(Int64(added))], connection)
    return max(Self.unquestioned, records / Self.share)
  }

  private func count(_ sql: String, _ values: [SQLValue], _ connection: Connection) throws -> Int {
    Int(try connection.statement(sql).first(values) { $0.count(0) } ?? 0)
  }

  func failure(_ removed: Int, isAll: Bool = false) -> SourceFailure {
    let cause =
      switch (isAll, removed) {
      case (true, 1): "its only book as removed; the book was kept"
      case (true, _): "all \(removed.grouped) of its books as removed; they were kept"
      default: "\(removed.grouped) or more of its books as removed; they were kept"
      }
    return SourceFailure(.needsConsent, source.name, cause: "it reports \(cause)", remedy: .allowRemovals)
  }
}
