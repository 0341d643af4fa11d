/// How many books may go at once because a source says so: a source that was emptied by mistake must not empty the catalog.
struct RemovalLimit {
  /// As many may always go.
  static let unquestioned = 50
  /// The share of a source's records that may go: a tenth.
  static let share = 10

  let source: Source
  /// Whether any number may go.
  let isOff: Bool
  /// The run of which more is known than is stored yet.
  private let run: Int64?
  /// Looked up when they matter.
  private var allowed: Int?
  private var earlier: Int?

  init(source: Source, isOff: Bool, run: Int64? = nil) {
    (self.source, self.isOff, self.run) = (source, isOff, run)
  }

  /// Counted are those too that went in refreshes since the source was last read to its end: a source that is asked again
  /// and again must not empty the catalog bit by bit.
  ///
  /// - Parameter removed: how many went since the refresh began, this one included.
  /// - Throws: ``SourceFailure`` when that is more than may go unasked.
  mutating func check(_ removed: Int, _ connection: Connection) throws {
    guard !isOff else { return }
    let earlier = try earlier ?? earlier(connection)
    self.earlier = earlier
    let removed = removed + earlier
    guard removed > Self.unquestioned else { return }
    let allowed = try allowed ?? Self.allowed(of: source.id, connection)
    self.allowed = allowed
    if removed > allowed { throw failure(removed) }
  }

  private func earlier(_ connection: Connection) throws -> Int {
    let removed = try connection.integer(
      """
      SELECT sum(removed) FROM sync_run
      WHERE source_id = ?1 AND id IS NOT ?2
        AND started > coalesce((SELECT ok_at FROM sync_cursor WHERE source_id = ?1), 0)
      """, [.integer(source.id), SQLValue(run)])
    return Int(removed ?? 0)
  }

  /// How many of the source's records may go, of those it has now.
  static func allowed(of source: Int64, _ connection: Connection) throws -> Int {
    let live = try connection.integer(
      "SELECT count(*) FROM source_record WHERE source_id = ? AND gone_at IS NULL", [.integer(source)])
    return max(Self.unquestioned, Int(live ?? 0) / Self.share)
  }

  func failure(_ removed: Int) -> SourceFailure {
    SourceFailure(
      .needsConsent, source.name,
      cause: "it says that \(removed) of its books or more are gone; they were left in place",
      hint: "if that is right: catalog refresh \(source.name) --allow-removals")
  }
}
