import Catalog
import FoundationEssentials

/// A host that is not asked for a while: who waits for it now would wait in vain.
struct HostWait {
  let failure: SourceFailure
  let until: Date

  /// How long a host that wants to be left alone is waited for, in seconds.
  private static let patience = 60.0

  /// - Parameter host: the name of a provider's host.
  /// - Returns: `nil` for one that may be asked, now or in a moment.
  init?(of host: String, _ snapshot: CatalogSnapshot) throws {
    guard let known = try snapshot.metadataHosts().first(where: { $0.name == host }) else { return nil }
    let cause: String
    switch known.condition {
    case .givenUp(let until):
      (self.until, cause) = (until, "it did not answer, and is tried again \(until.localTime)")
    case .blocked(let until) where until.timeIntervalSinceNow > Self.patience:
      (self.until, cause) = (until, "it wants to be left alone until \(until.localTime)")
    case .answers, .denied, .blocked: return nil
    }
    failure = SourceFailure(.busy, host, cause: cause)
  }
}
