/// How many books may go at once because a source says so: a source that was emptied by mistake must not empty the catalog.
struct RemovalLimit {
  /// As many may always go.
  static let unquestioned = 50
  /// The share of a source's records that may go: a tenth.
  static let share = 10

  let source: Source
  /// Whether any number may go.
  let isOff: Bool
  /// Looked up when it matters.
  private var allowed: Int?

  init(source: Source, isOff: Bool) {
    self.source = source
    self.isOff = isOff
  }

  /// - Parameter removed: how many went since the refresh began, this one included.
  /// - Throws: ``SourceFailure`` when that is more than may go unasked.
  mutating func check(_ removed: Int, _ connection: Connection) throws {
    guard !isOff, removed > Self.unquestioned else { return }
    let allowed = try allowed ?? Self.allowed(of: source.id, connection)
    self.allowed = allowed
    if removed > allowed { throw failure(removed) }
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
