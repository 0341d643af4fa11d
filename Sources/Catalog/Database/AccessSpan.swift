import Synchronization

/// How long what a closure is given may be used: until the closure has ended. Afterwards somebody else's access has the
/// connection, in a transaction of its own.
final class AccessSpan: Sendable {
  private let hasEnded = Atomic(false)

  /// Runs the body with a span that ends with it.
  static func during<Result>(_ body: (AccessSpan) throws -> Result) rethrows -> Result {
    let span = AccessSpan()
    defer { span.hasEnded.store(true, ordering: .releasing) }
    return try body(span)
  }

  func check(_ path: String) throws {
    guard hasEnded.load(ordering: .acquiring) else { return }
    throw CatalogError(
      .failed, "use", path, cause: "the closure has ended that was given this snapshot or transaction",
      hint: "read and write inside the closure")
  }
}
