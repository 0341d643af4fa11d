/// A subcommand of `catalog-bench` besides the groups: judges any catalog, or makes documents from runs.
protocol Tool {
  static var name: String { get }
  /// The arguments, as usage shows them.
  static var usage: String { get }
  /// The options that take a value, with their dashes.
  static var options: Set<String> { get }

  init(_ arguments: ToolArguments) throws
  func run() throws
}

extension Tool {
  static var options: Set<String> { [] }

  static func arguments(_ arguments: ArraySlice<String>) throws -> ToolArguments {
    try ToolArguments(arguments, options: options, usage: usage)
  }
}

enum Tools {
  static var all: [any Tool.Type] {
    [
      SearchTool.self, PageTool.self, PeakTool.self, LiveTool.self, PlotTool.self, DocumentTool.self,
      DumpLinesTool.self,
      ISBNRowsTool.self,
    ]
  }

  /// The tool that the arguments ask for; `nil` when they ask for groups. `search` is both: with a catalog it is the
  /// tool.
  static func chosen(by arguments: ArraySlice<String>) -> (any Tool.Type)? {
    guard let tool = all.first(where: { $0.name == arguments.first }) else { return nil }
    let isGroup = BenchGroups.all.contains { $0.name == tool.name }
    return isGroup && !arguments.contains("--db") ? nil : tool
  }
}

/// Arguments of a tool: options that have a value each, and words.
struct ToolArguments {
  private let usage: String
  private var values: [String: String] = [:]
  private(set) var words: [String] = []

  /// - Parameter options: the options that are known, with their dashes.
  /// - Throws: ``BenchError`` with the usage, for an unknown option and one without its value.
  init(_ arguments: ArraySlice<String>, options: Set<String>, usage: String) throws {
    self.usage = usage
    var rest = arguments
    while let argument = rest.popFirst() {
      // All arguments after the first word are words: they may be another program's options.
      guard argument.hasPrefix("--"), words.isEmpty else {
        words.append(argument)
        continue
      }
      guard options.contains(argument) else { throw BenchError("unknown option \(argument)\nusage: \(usage)") }
      guard let value = rest.popFirst() else { throw BenchError("\(argument) needs a value\nusage: \(usage)") }
      values[argument] = value
    }
  }

  func text(_ option: String) -> String? { values[option] }

  func required(_ option: String) throws -> String {
    guard let value = values[option] else { throw BenchError("\(option) is missing\nusage: \(usage)") }
    return value
  }

  /// A number of at least 1.
  func count(_ option: String, or standard: Int) throws -> Int {
    guard let text = values[option] else { return standard }
    return try number(text, option)
  }

  /// Numbers of at least 1 with commas between.
  func counts(_ option: String) throws -> [Int] {
    try required(option).split(separator: ",", omittingEmptySubsequences: false).map { try number(String($0), option) }
  }

  func requireWords(_ count: Int) throws {
    guard words.count >= count else { throw BenchError("usage: \(usage)") }
  }

  private func number(_ text: String, _ option: String) throws -> Int {
    guard let number = Int(text), number >= 1 else {
      throw BenchError("\(option) needs a number of at least 1, not '\(text)'\nusage: \(usage)")
    }
    return number
  }
}
