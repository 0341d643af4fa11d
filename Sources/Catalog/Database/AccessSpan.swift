import Synchronization

/// The time during which a closure may use the snapshot or transaction that it received. It ends when the closure
/// returns. After that, the connection may be used by another access, in another transaction.
final class AccessSpan: Sendable {
  private let hasEnded = Atomic(false)

  /// Runs the body with a span that ends when the body returns.
  static func during<Result>(_ body: (AccessSpan) throws -> Result) rethrows -> Result {
    let span = AccessSpan()
    defer { span.hasEnded.store(true, ordering: .releasing) }
    return try body(span)
  }

  func check(_ path: String) throws {
    guard hasEnded.load(ordering: .acquiring) else { return }
    throw CatalogError(
      .failed, "use", path, cause: "the closure that received this snapshot or transaction has ended",
      hint: "read and write only inside the closure")
  }
}
