import Platform
import TestExpectations
import Testing

/// Tests with processes that are killed or run concurrently. `scripts/torture` runs more of them.
@Suite("Processes that are killed while they refresh and edit", .serialized)
struct TortureTests {
  /// The path of the program, which the build puts next to the executable.
  private static let program = Sandbox.executable.dropLast("catalog".count) + "torture"

  @Test(
    "killed processes lose no acknowledged edit, and the next refresh completes the catalog",
    arguments: ["--runs", "--pairs"])
  func torture(kind: String) throws {
    let (output, errors) = (try Pipe(), try Pipe())
    let child = try ChildProcess(
      [String(Self.program), kind, kind == "--runs" ? "20" : "2", "--seed", "1"],
      environment: ["PATH": "/usr/bin:/bin"],
      streams: [.file("/dev/null", flags: O_RDONLY), .descriptor(output.writeEnd), .descriptor(errors.writeEnd)])
    close(output.writeEnd)
    close(errors.writeEnd)
    let texts = child.read([output.readEnd, errors.readEnd]).map { String(decoding: $0, as: UTF8.self) }
    expectEqual(child.wait(), 0, "\(texts)")
  }
}
