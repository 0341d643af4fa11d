import Platform
import Synchronization
import TestExpectations
import Testing

@testable import CommandLineKit
@testable import catalog_cli

@Suite("A standard stream")
struct StandardStreamTests {
  /// Returns a stream whose writes end as `outcomes` list in order and then succeed.
  private func stream(outcomes: [StandardStream.Outcome], into memory: MemoryStream) -> StandardStream {
    let target = memory.stream()
    let script = Mutex(outcomes[...])
    return StandardStream(name: "standard output", isTerminal: false) { bytes in
      let outcome = script.withLock { $0.popFirst() } ?? .wrote(bytes.count)
      if case .wrote(let count) = outcome {
        try? target.write(Array(bytes.prefix(count)))
        try? target.flush()
      }
      return outcome
    }
  }

  @Test("a stream writes nothing until its buffer is full or flushed")
  func buffers() throws {
    let memory = MemoryStream()
    let stream = memory.stream()
    try stream.write("one ")
    try stream.write(Array("two".utf8))
    #expect(memory.pieces.isEmpty)
    try stream.flush()
    expectEqual(memory.pieces, ["one two"])
    try stream.flush()
    expectEqual(memory.pieces, ["one two"])
  }

  @Test("a stream writes in pieces of its buffer's size")
  func fullBuffer() throws {
    let memory = MemoryStream()
    let stream = memory.stream()
    for _ in 0..<StandardStream.capacity / 1024 * 2 + 1 { try stream.write(String(repeating: "x", count: 1024)) }
    expectEqual(memory.pieces.map(\.utf8.count), [StandardStream.capacity, StandardStream.capacity])
    try stream.flush()
    expectEqual(memory.text.utf8.count, StandardStream.capacity * 2 + 1024)
  }

  @Test("a stream continues after an interrupted or partial write")
  func partialWrites() throws {
    let memory = MemoryStream()
    let stream = stream(outcomes: [.wrote(3), .failed(errno: EINTR), .wrote(0), .wrote(1)], into: memory)
    try stream.write("Brave New World")
    try stream.flush()
    expectEqual(memory.text, "Brave New World")
    expectEqual(memory.pieces.prefix(2), ["Bra", "v"])
  }

  @Test("a closed pipe is a distinct error that persists")
  func closedPipe() throws {
    let memory = MemoryStream()
    let stream = stream(outcomes: [.failed(errno: EPIPE)], into: memory)
    try stream.write("a")
    #expect(throws: OutputError.closedPipe) { try stream.flush() }
    #expect(throws: OutputError.closedPipe) { try stream.write("b") }
    #expect(throws: OutputError.closedPipe) { try stream.flush() }
    expectEqual(memory.text, "")
  }

  @Test("a full disk is reported with the stream's name and the system's reason")
  func fullDisk() throws {
    let stream = stream(outcomes: [.wrote(1), .failed(errno: ENOSPC)], into: MemoryStream())
    try stream.write("abc")
    let error = #expect(throws: OutputError.self) { try stream.flush() }
    expectEqual(error, .failed(stream: "standard output", errno: ENOSPC))
    expectEqual(error?.description, "cannot write to standard output: no space left on device")
  }

  @Test("a stream writes to a real pipe, detects its end, and waits while it is full and non-blocking")
  func descriptor() async throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(writeEnd) }
    // A process that another test starts meanwhile must not keep the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    let stream = StandardStream(descriptor: writeEnd, name: "pipe", isTerminal: false)
    let length = 1_000_000  // more than a pipe holds

    let reader = Task.detached {
      var buffer = [UInt8](repeating: 0, count: 4096)
      var sum = 0
      while sum < length {
        let count = read(readEnd, &buffer, buffer.count)
        if count <= 0 { break }
        sum += count
      }
      close(readEnd)
      return sum
    }
    try stream.write([UInt8](repeating: 65, count: length))
    try stream.flush()
    await expectEqual(reader.value, length)
    try stream.write("more")
    #expect(throws: OutputError.closedPipe) { try stream.flush() }
  }

  @Test("the text of one call stays together when many tasks write")
  func concurrentWrites() async throws {
    let memory = MemoryStream()
    let stream = memory.stream()
    try await withThrowingTaskGroup { group in
      for name in ["a", "b", "c", "d"] {
        group.addTask {
          for _ in 0..<1000 { try stream.write(String(repeating: name, count: 50) + "\n") }
        }
      }
      try await group.waitForAll()
    }
    try stream.flush()
    expectEqual(memory.lines.count, 4000)
    #expect(memory.lines.allSatisfy { $0.count == 50 && Set($0).count == 1 })
  }

  @Test("a transient line is cleared before anything else is written")
  func transientLine() throws {
    let memory = MemoryStream()
    let stream = memory.stream()
    try stream.showTransientLine("10%", eraser: "<wipe>")
    try stream.showTransientLine("20%", eraser: "<wipe>")
    try stream.write("warning\n")
    try stream.flush()
    try stream.showTransientLine("30%", eraser: "<wipe>")
    try stream.removeTransientLine()
    try stream.removeTransientLine()
    expectEqual(memory.pieces, ["10%", "<wipe>20%", "<wipe>warning\n", "30%", "<wipe>"])
  }
}
