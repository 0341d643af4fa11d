import Synchronization

/// The period in which a closure may use its snapshot or transaction. It ends with the closure. Afterwards the
/// connection may be in use by another access, in another transaction.
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
