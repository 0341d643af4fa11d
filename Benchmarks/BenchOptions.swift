/// The options of the command line.
struct BenchOptions {
  static let usage = """
    usage: scripts/bench [GROUP…] [--books N] [--runs N] [--peers] [--grdb FOLDER] [--json FILE]
    groups: \(BenchGroups.all.map(\.name).joined(separator: ", ")) (all without one)
    or: \(Tools.all.map { $0.usage }.joined(separator: "\n    "))
    """

  /// The groups to run, in the order of the registry.
  private(set) var groups: [any BenchGroup]
  /// The number of generated books in each catalog.
  private(set) var books = 10_000
  /// The number of runs of a whole process for one measure.
  private(set) var runs = 51
  /// True if other programs are measured for comparison.
  private(set) var measuresPeers = false
  private(set) var jsonPath: String?
  /// The program that is measured.
  private(set) var catalogPath = ".build/release/catalog"
  /// The folder in which generated data is kept for the next run.
  private(set) var dataFolder = ".build/bench"
  /// The folder of the files that are not Swift: the peers' scripts and the queries.
  private(set) var scriptFolder = "Benchmarks"
  /// A Python that has the package tantivy; `nil` leaves that peer out.
  private(set) var pythonPath: String?
  /// The program of ``GRDBPeer``; `nil` leaves that peer out.
  private(set) var grdbPeerPath: String?

  /// - Throws: ``BenchError`` with the usage.
  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    var names: [String] = []
    groups = BenchGroups.all
    while let argument = rest.popFirst() {
      switch argument {
      case "--books": books = try Self.count(argument, rest.popFirst())
      case "--runs": runs = try Self.count(argument, rest.popFirst())
      case "--peers": measuresPeers = true
      case "--json": jsonPath = try Self.value(argument, rest.popFirst())
      case "--catalog": catalogPath = try Self.value(argument, rest.popFirst())
      case "--scripts": scriptFolder = try Self.value(argument, rest.popFirst())
      case "--python": pythonPath = try Self.value(argument, rest.popFirst())
      case "--grdb-peer": grdbPeerPath = try Self.value(argument, rest.popFirst())
      case "--data": dataFolder = try Self.value(argument, rest.popFirst())
      default:
        guard BenchGroups.all.contains(where: { $0.name == argument }) else {
          throw BenchError("'\(argument)' is no group and no option\n\(Self.usage)")
        }
        names.append(argument)
      }
    }
    if !names.isEmpty { groups = BenchGroups.all.filter { names.contains($0.name) } }
  }

  private static func value(_ option: String, _ value: String?) throws -> String {
    guard let value, !value.isEmpty else { throw BenchError("\(option) needs a value\n\(usage)") }
    return value
  }

  private static func count(_ option: String, _ text: String?) throws -> Int {
    let given = try value(option, text)
    guard let number = Int(given), (1...100_000_000).contains(number) else {
      throw BenchError("\(option) needs a number from 1 to 100000000, not '\(given)'\n\(usage)")
    }
    return number
  }
}
