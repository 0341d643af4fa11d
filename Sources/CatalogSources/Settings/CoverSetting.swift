/// The setting for covers that books name on the web, at any host.
public enum CoverSetting: String, Sendable, CaseIterable {
  /// Covers are fetched.
  case on
  /// No covers are fetched.
  case off
  /// Covers are fetched once the owner of the catalog has agreed.
  case ask
}
