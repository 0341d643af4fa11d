import FoundationEssentials

/// The JSON document of a run, as it is read back for tables and plots (`BenchReport.json`).
struct RunDocument: Decodable {
  struct Machine: Decodable {
    let cores: Int
    let kernel: String
    let processor: String
    let load: Double?
  }

  struct Times: Decodable {
    let medianMilliseconds: Double
    let p99Milliseconds: Double
  }

  struct Measure: Decodable {
    let group: String
    let name: String
    let runs: Int
    let medianMilliseconds: Double
    let p99Milliseconds: Double
    let peer: Times?
    let ratio: Double?
    let limit: String?
    let isReached: Bool?
    let note: String?
  }

  struct Fact: Decodable {
    let group: String
    let name: String
    let value: String
    let limit: String?
    let isReached: Bool?
  }

  let date: String
  let machine: Machine
  let versions: [String: String]
  let books: Int
  let measures: [Measure]
  let facts: [Fact]

  init(path: String) throws {
    let bytes = try FileReader.bytes(of: path)
    do {
      self = try JSONDecoder().decode(RunDocument.self, from: Data(bytes))
    } catch {
      throw BenchError("\(path) is no document of a run (scripts/bench --json FILE): \(error)")
    }
  }
}
