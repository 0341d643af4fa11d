import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

/// Long random histories of a catalog, checked after each operation against a plain model.
@Suite("Any history")
struct RandomHistoryTests {
  @Test(
    "a random history keeps every edit, agrees with its layers, and can be undone and redone state by state",
    arguments: SimulatedSeeds.range(count: 1))
  func holds(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 50)
    try life.rewind()
  }

  @Test("a random history holds with decisions and lost books", arguments: SimulatedSeeds.range(from: 11, count: 2))
  func decides(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 15)
    try await life.live(operations: 45, isDeciding: true)
    try life.rewind()
  }

  @Test(
    "a random history holds when books are merged while their sources continue, with earlier merges undone",
    arguments: SimulatedSeeds.range(from: 21, count: 2))
  func merges(seed: UInt64) async throws {
    let life = try RandomLife(seed: seed)
    try await life.live(operations: 12)
    try await life.live(operations: 45, isMerging: true)
    try life.rewind()
  }
}
