#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `catalog-bench peak`: runs a program and prints the most memory, in bytes, that was resident for it at once. A
/// process of its own, since the kernel counts what the parent has to a child that has not begun its program yet: a
/// small parent keeps that small.
struct PeakTool: Tool {
  static let name = "peak"
  static let usage = "catalog-bench peak PROGRAM [ARGUMENT…]"

  private let command: ProcessCommand

  init(_ arguments: ToolArguments) throws {
    try arguments.requireWords(1)
    command = ProcessCommand(program: arguments.words[0], arguments: Array(arguments.words.dropFirst()))
  }

  func run() throws {
    try command.run()
    BenchConsole.print("\(Self.peakOfChildren)\n")
  }

  /// The peak memory of the largest child process that has ended, in bytes. getrusage(2) counts kilobytes on Linux.
  private static var peakOfChildren: Int {
    var usage = rusage()
    #if os(Linux)
      getrusage(RUSAGE_CHILDREN.rawValue, &usage)
      return usage.ru_maxrss * 1_024
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
      return usage.ru_maxrss
    #endif
  }
}
