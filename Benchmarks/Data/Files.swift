#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes a file in large pieces.
final class FileWriter {
  private static let pieceSize = 1 << 20

  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw BenchError(errno: "write", path) }
    buffer.reserveCapacity(Self.pieceSize * 2)
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.pieceSize { try flush() }
  }

  /// Comes once, after the last write.
  func finish() throws { try flush() }

  private func flush() throws {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw BenchError(errno: "write", path) }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let writer = try FileWriter(path: path)
    try writer.write(bytes)
    try writer.finish()
  }
}

enum FileReader {
  static func text(of path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchError(errno: "read", path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      guard count > 0 || errno == EINTR else { throw BenchError(errno: "read", path) }
      bytes.append(contentsOf: piece[..<max(count, 0)])
    }
  }
}

enum FileTimes {
  /// When a file was written last, in seconds; `nil` when there is none.
  static func written(_ path: String) -> Double? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Glibc)
      return Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    #else
      return Double(status.st_mtimespec.tv_sec) + Double(status.st_mtimespec.tv_nsec) / 1e9
    #endif
  }
}
