extension MetadataLimits {
  /// The limits with what no host can mean brought to the nearest that one can: providers are written by many.
  var possible: MetadataLimits {
    func number(_ value: Int) -> Int { min(max(value, 1), 10_000) }
    var limits = MetadataLimits(batch: number(batch), burst: number(burst), parallel: number(parallel))
    // Between one request a day and a million a second.
    limits.rate = rate.map { $0.isNaN ? 1 : min(max($0, 1 / FetchTimes.day), 1_000_000) }
    return limits
  }
}
