import Platform
import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct ByteStreamTests {
  @Test func aFileIsReadInPiecesAndCounted() throws {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    try withFile(bytes) { path in
      let stream = try ByteStream(path: path)
      expectEqual(stream.totalSize, 1000)
      expectEqual(stream.bytesConsumed, 0)
      try expectEqual(readAll(stream, size: 7), bytes)
      expectEqual(stream.bytesConsumed, 1000)
    }
  }

  @Test func aMissingFileADirectoryAndAForbiddenFileAreToldApart() throws {
    let missing = #expect(throws: InputError.self) { try ByteStream(path: "/nonexistent/books.csv") }
    expectEqual(missing?.code, .notFound)
    expectEqual(missing?.description, "cannot open /nonexistent/books.csv: no such file or directory (check the path)")
    let directory = #expect(throws: InputError.self) { try ByteStream(path: "/tmp") }
    expectEqual(directory?.code, .isDirectory)
    expectEqual(directory?.operation, .open)
    // Root may read every file, so the error is created from the system's error number.
    let forbidden = InputError(operation: .open, path: "books.csv", systemCode: EACCES)
    expectEqual(forbidden.code, .permissionDenied)
    expectEqual(InputError(operation: .read, path: "books.csv", systemCode: EIO).code, .other)
  }

  @Test func aPathWithANULDoesNotOpenTheFileNamedBeforeIt() throws {
    try withFile([1]) { path in
      let error = #expect(throws: InputError.self) { try ByteStream(path: path + "\0.csv") }
      expectEqual(error?.code, .notFound)
    }
  }

  @Test func aDescriptorIsClosedWithItsStreamAndWhenOpeningFails() throws {
    // Uses a descriptor number that no other test gets. Otherwise another test could reuse the number before the check.
    try withPipe([1]) { pipeEnd in
      let descriptor = fcntl(pipeEnd, F_DUPFD, 700)
      close(pipeEnd)
      _ = try ByteStream(descriptor: descriptor, path: "pipe", closesDescriptor: true)
      expectEqual(fcntl(descriptor, F_GETFD), -1)
    }
    let opened = open("/tmp", O_RDONLY)
    let directory = fcntl(opened, F_DUPFD, 800)
    close(opened)
    #expect(throws: InputError.self) {
      try ByteStream(descriptor: directory, path: "/tmp", closesDescriptor: true)
    }
    expectEqual(fcntl(directory, F_GETFD), -1)
  }

  @Test func peekedBytesAreReadAgain() throws {
    try withPipe(Array("abcdef".utf8)) { descriptor in
      let stream = try ByteStream(descriptor: descriptor, path: "pipe", closesDescriptor: true)
      #expect(stream.totalSize == nil)
      try expectEqual(stream.peek(4), Array("abcd".utf8)[...])
      try expectEqual(stream.peek(100), Array("abcdef".utf8)[...])
      expectEqual(stream.bytesConsumed, 0)
      try expectEqual(readAll(stream, size: 4), Array("abcdef".utf8))
      expectEqual(stream.bytesConsumed, 6)
    }
  }

  @Test func aFileOfWhichAPartWasReadBeforeStartsThere() throws {
    try withFile([0xE9, 0x0A] + Array("café\n".utf8)) { path in
      let descriptor = open(path, O_RDONLY)
      lseek(descriptor, 2, SEEK_SET)
      let stream = try ByteStream(descriptor: descriptor, path: path, closesDescriptor: true)
      expectEqual(stream.totalSize, 6)
      try expectEqual(EncodingDetection.detect(stream).reason, .validUTF8)
      try expectEqual(readAll(stream), Array("café\n".utf8))
    }
  }

  @Test func theEndStaysTheEndEvenIfTheFileGrows() throws {
    try withFile([1, 2]) { path in
      let stream = try ByteStream(path: path)
      try expectEqual(readAll(stream), [1, 2])
      let descriptor = open(path, O_WRONLY | O_APPEND)
      expectEqual(write(descriptor, [3] as [UInt8], 1), 1)
      close(descriptor)
      try expectEqual(readAll(stream), [])
    }
  }

  @Test func aReadErrorReachesTheCallerOfBothReaders() throws {
    let detection = EncodingDetection(encoding: .utf8, reason: .requested)
    let csv = try CSVReader(
      TextInput(
        source: FailingSource(after: Array("a\n".utf8) + Array(repeating: 0x78, count: 100_000)), detection: detection))
    #expect(throws: FailingSource.error) { try csv.remaining() }
    let lines = LineReader(TextInput(source: FailingSource(after: Array("a\nb".utf8)), detection: detection))
    try expectEqual(lines.next()?.text, "a")
    #expect(throws: FailingSource.error) { try lines.next() }
  }
}
