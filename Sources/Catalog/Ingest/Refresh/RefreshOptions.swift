/// Options for refreshing sources. By default, a refresh continues at the last position of each source that is not
/// paused.
///
/// ```swift
/// var options = RefreshOptions(sources: ["home"])
/// options.isDryRun = true
/// let reports = try await engine.refresh(options)
/// ```
public struct RefreshOptions: Sendable, Hashable {
  /// The names of the sources to refresh; `nil` for all sources that are not paused. The refresh fails with
  /// ``InvalidValue`` if the engine has no source with one of the names.
  public var sources: [String]?
  /// True to refresh only sources that are due: their interval has passed, and they are not waiting after a failure.
  ///
  /// The refresh then counts as automatic, and undo skips its steps (``HistoryStep/isByItself``).
  public var onlyDue = false
  /// The refresh interval for sources without an interval of their own, used with ``onlyDue``. If it is `nil`, a source
  /// without an interval is not due again after it has been read to its end.
  public var freshness: Duration?
  /// True to read everything again from the beginning.
  public var isFull = false
  /// True to allow any number of removals at once.
  ///
  /// If false, a refresh fails with ``SourceFailure/Code/needsConsent`` and removes nothing in two cases: if a source
  /// would lose more than 50 books and also more than a tenth of its books, or if it lists none of its earlier books.
  public var allowsRemovals = false
  /// The maximum time to read each source; `nil` for no limit. When the time is up, the data received so far is
  /// stored, and the next refresh continues from there.
  public var timeout: Duration? = .seconds(7_200)
  /// True to report the changes without storing them.
  public var isDryRun = false

  /// Creates options. By default, a refresh continues at the last position of each source.
  ///
  /// ```swift
  /// let options = RefreshOptions(onlyDue: true, freshness: .seconds(3_600))
  /// ```
  public init(
    sources: [String]? = nil, onlyDue: Bool = false, freshness: Duration? = nil, isFull: Bool = false,
    allowsRemovals: Bool = false, timeout: Duration? = .seconds(7_200), isDryRun: Bool = false
  ) {
    (self.sources, self.onlyDue, self.freshness, self.isFull) = (sources, onlyDue, freshness, isFull)
    (self.allowsRemovals, self.timeout, self.isDryRun) = (allowsRemovals, timeout, isDryRun)
  }
}
