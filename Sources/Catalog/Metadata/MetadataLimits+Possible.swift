extension MetadataLimits {
  /// The limits with impossible values replaced by the nearest possible values, because a provider can set any value.
  var possible: MetadataLimits {
    func number(_ value: Int) -> Int { min(max(value, 1), 10_000) }
    var limits = MetadataLimits(batch: number(batch), burst: number(burst), parallel: number(parallel))
    // The rate is at least one request a day and at most a million requests a second.
    limits.rate = rate.map { $0.isNaN ? 1 : min(max($0, 1 / FetchTimes.day), 1_000_000) }
    return limits
  }
}
