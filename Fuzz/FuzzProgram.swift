import CFuzz
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `fuzz TARGET [libFuzzer's options] [FOLDER…]` tries a parser with inputs that libFuzzer makes up; a program that was
/// built without it gives the target the files that are named, one after the other.
enum FuzzProgram {
  private static let thread = WaitingThread()

  static func run() -> Never {
    let arguments = CommandLine.arguments
    guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
      print("usage: fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) [FILE…]")
      exit(64)
    }
    thread.run {
      let parser = await target.parser()
      FuzzTarget.chosen.withLock { $0 = FuzzTarget.Chosen(parser: parser) }
    }
    // The fuzzer's own arguments begin behind the target.
    let status = cfuzz_run(CommandLine.argc - 1, CommandLine.unsafeArgv + 1) { bytes, count in
      FuzzProgram.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    if status >= 0 { exit(status) }
    for path in arguments.dropFirst(2) where !path.hasPrefix("-") {
      guard let data = try? Data(contentsOf: URL(filePath: path)) else {
        print("cannot read \(path)")
        exit(66)
      }
      read(Array(data))
    }
    exit(0)
  }

  private static func read(_ bytes: [UInt8]) {
    guard let chosen = FuzzTarget.chosen.withLock({ $0 }) else { return }
    thread.run { await chosen.parser(bytes) }
  }
}
