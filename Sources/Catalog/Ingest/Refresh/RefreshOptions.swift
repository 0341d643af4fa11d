/// How sources are to be refreshed.
public struct RefreshOptions: Sendable, Hashable {
  /// The names of the sources; `nil` for all that are not paused.
  public var sources: [String]?
  /// Whether only those are asked that are due: not read for as long as their interval, and not asked to be left alone.
  public var onlyDue = false
  /// How long a source without an interval of its own stays fresh, where only those are asked that are due;
  /// `nil` for ever, once it was read to its end.
  public var freshness: Duration?
  /// Whether everything is read again from the beginning.
  public var isFull = false
  /// Whether as many books may go at once as a source says; else more than 50 that are also more than a tenth are not
  /// taken out unasked.
  public var allowsRemovals = false
  /// How long each source is read at most; `nil` for as long as it takes. What came is stored, and the next
  /// refresh goes on behind it.
  public var timeout: Duration? = .seconds(7_200)
  /// Whether nothing is kept: the report says what would change.
  public var isDryRun = false

  /// Options of their parts, each described at the property of the same name; without any, all sources are read from
  /// where they were read to.
  public init(
    sources: [String]? = nil, onlyDue: Bool = false, freshness: Duration? = nil, isFull: Bool = false,
    allowsRemovals: Bool = false, timeout: Duration? = .seconds(7_200), isDryRun: Bool = false
  ) {
    (self.sources, self.onlyDue, self.freshness, self.isFull) = (sources, onlyDue, freshness, isFull)
    (self.allowsRemovals, self.timeout, self.isDryRun) = (allowsRemovals, timeout, isDryRun)
  }
}
