import FoundationEssentials

extension SyncCore {
  /// Seconds after which a source is asked again at the latest.
  static let longestRest = 86_400.0

  /// - Parameter request: what failed; `nil` when it was no question to the source.
  mutating func fail(
    _ failure: SourceFailure, _ request: SourceRequest?, _ now: Date, _ generator: inout some RandomNumberGenerator
  ) -> [Effect] {
    if failure.code == .cursorRefused, !wasReset, position.cursor != nil {
      wasReset = true
      phase = .resetting
      return [.cancelFetch, .reset(from: position, to: beginning(isReplacing: position.decoder.isReplacing))]
    }
    if failure.isTransient, let request, failedAttempts < Self.attempts - 1 {
      failedAttempts += 1
      let pause = failure.retryAfter?.seconds ?? Self.pause(after: failedAttempts, &generator)
      if pause <= Self.longestPause {
        phase = .pausing(request)
        return [.wait(failure, seconds: pause)]
      }
    }
    var effects = [Effect.cancelFetch]
    // What a full enumeration did not see was not taken out: the next refresh enumerates again.
    if case .sweeping = phase {
      effects.append(.reset(from: position, to: beginning(isReplacing: position.decoder.isReplacing)))
    }
    let rest = failure.retryAfter.map { min(max($0.seconds, 1), Self.longestRest) } ?? rest(&generator)
    return effects + [.fail(failure, next: now.addingTimeInterval(rest))] + end(.failed(failure))
  }

  /// A pause between two attempts: with full jitter, so that many clients do not come back together, and not nothing.
  static func pause(after attempts: Int, _ generator: inout some RandomNumberGenerator) -> Double {
    let longest = 0.5 * Double(1 << min(attempts, 5))
    return Double.random(in: 0.1...longest, using: &generator)
  }

  /// How long a source is left alone that failed again: from a minute to six hours.
  func rest(_ generator: inout some RandomNumberGenerator) -> Double {
    let longest = min(60 * Double(1 << min(health.failures, 9)), 21_600)
    return Double.random(in: longest / 2...longest, using: &generator)
  }
}
