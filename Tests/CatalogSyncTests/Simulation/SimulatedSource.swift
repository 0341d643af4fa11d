import CatalogTestSupport

@testable import Catalog
@testable import CatalogModel

/// A simulated server as a source for the engine.
struct SimulatedSource: BookSource {
  let name: String
  /// The source's number in the catalog; `nil` if it is known by its name.
  var sourceID: CatalogSource.ID?
  let server: SimulatedServer
  let decoderVersion: Int
  /// Transforms the items on their way to the engine; a broken variant changes them.
  var transform: @Sendable (SourceItem) -> SourceItem? = { $0 }
  /// A hook that runs after the first answer is made and before the engine receives it.
  var delay: @Sendable () async throws -> Void = {}
  /// A hook that runs before each request is received.
  var before: @Sendable () async throws -> Void = {}

  var kind: CatalogSource.Kind { server.sourceKind }

  func page(_ request: SourceRequest) async throws -> SourceAnswer {
    try await before()
    let isFirst = request.size == SyncCore.firstSize
    let answer = try server.page(request)
    if isFirst { try await delay() }
    guard case .page(var page) = answer else { return answer }
    page.items = page.items.compactMap(transform)
    return .page(page)
  }

  func record(from payload: [UInt8]) throws -> SourceRecord? {
    let (remoteID, statements) = try SimulatedPayload.decode(String(decoding: payload, as: UTF8.self))
    return try SourceRecord(remoteID, simulated: SimulatedRules.read(statements, by: decoderVersion))
  }
}
