import FoundationEssentials
import Testing

@testable import fuzz

@Suite("Inputs of the fuzzer")
struct FuzzInputTests {
  @Test("every input that is kept, those that once crashed too, is read without harm", arguments: FuzzTarget.allCases)
  func inputs(target: FuzzTarget) async throws {
    let inputs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz/Inputs")
    let folder = inputs.appending(path: target.rawValue).standardized.path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.count > 1)
    let parser = await target.parser()
    for name in names { await parser(Array(try Data(contentsOf: URL(filePath: folder + "/" + name)))) }
    await parser([])
  }
}
