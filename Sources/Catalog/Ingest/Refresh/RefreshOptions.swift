/// Says how sources are to be refreshed; without any, all that are not paused are read on from where they were read to.
///
/// ```swift
/// var options = RefreshOptions(sources: ["home"])
/// options.isDryRun = true
/// let reports = try await engine.refresh(options)
/// ```
public struct RefreshOptions: Sendable, Hashable {
  /// The names of the sources; `nil` for all that are not paused. A name that is not one of the engine's sources is an
  /// ``InvalidValue``.
  public var sources: [String]?
  /// Asks only the sources that are due: their interval is over, and they have not asked to be left alone.
  ///
  /// Such a run is one of its own accord: undo passes over what it did (``HistoryStep/isByItself``).
  public var onlyDue = false
  /// Sets how long a source without an interval of its own stays fresh, for ``onlyDue``; `nil`: for ever, once it was
  /// read to its end.
  public var freshness: Duration?
  /// Reads everything again from the beginning.
  public var isFull = false
  /// Lets any number of books go at once. Otherwise a refresh fails with ``SourceFailure/Code/needsConsent`` and removes
  /// nothing if a source would lose more than 50 books that are also more than a tenth of its books, or if it lists none of
  /// the books that it had.
  public var allowsRemovals = false
  /// Limits the time for which each source is read; `nil`: no limit. What came is stored, and the next refresh goes on
  /// behind it.
  public var timeout: Duration? = .seconds(7_200)
  /// Keeps nothing: the report says what would change.
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
