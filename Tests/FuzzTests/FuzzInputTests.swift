import FoundationEssentials
import Testing

@testable import fuzz

@Suite("The inputs of the fuzzer")
struct FuzzInputTests {
  @Test("every stored input, including former crashes, is read without harm", arguments: FuzzTarget.allCases)
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
