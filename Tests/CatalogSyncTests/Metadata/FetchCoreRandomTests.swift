import Testing

@Suite("The guarantees of a fetcher")
struct FetchCoreRandomTests {
  @Test("guarantees hold in any order of events, and the fetcher ends", arguments: 1...200 as ClosedRange<UInt64>)
  func holds(seed: UInt64) throws {
    var world = FetchCoreWorld(seed)
    for _ in 0..<150 { try world.happen() }
    if seed % 2 == 0 { try world.settle() }
    try world.stop()
  }
}
