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
    try Self.write(buffer[...], to: descriptor, path)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes all of the bytes to an open file or pipe.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ name: String) throws {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #else
          Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw BenchError(errno: "write", name) }
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let writer = try FileWriter(path: path)
    try writer.write(bytes)
    try writer.finish()
  }
}

enum FileReader {
  static func text(of path: String) throws -> String { String(decoding: try bytes(of: path), as: UTF8.self) }

  static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchError(errno: "read", path) }
    defer { close(descriptor) }
    return try bytes(of: descriptor, path)
  }

  /// Reads an open file or pipe to its end.
  static func bytes(of descriptor: Int32, _ name: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 || errno == EINTR else { throw BenchError(errno: "read", name) }
      bytes.append(contentsOf: piece[..<max(count, 0)])
    }
  }
}

enum Folder {
  /// Makes a folder with those above it, where they are missing.
  static func make(_ folder: String) throws {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += (path.isEmpty ? "" : "/") + part
      if path.isEmpty { path = "/" }
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw BenchError(errno: "make", path) }
    }
  }
}

extension Folder {
  /// Removes a folder that a measure has made, with all that is in it.
  static func remove(_ folder: String) throws {
    guard access(folder, F_OK) == 0 else { return }
    try ProcessCommand(program: "rm", arguments: ["-rf", "--", folder]).run()
  }
}

/// Waits, where what is measured depends on the age of a file.
enum Pause {
  static func seconds(_ count: UInt32) throws {
    guard sleep(count) == 0 else { throw BenchError("a pause was cut short") }
  }
}

enum FileTimes {
  /// True if a file exists and is newer than another one, so that it need not be made again.
  static func isCurrent(_ path: String, after other: String) -> Bool {
    guard let made = written(path), let source = written(other) else { return false }
    return made > source
  }

  /// Returns the time at which a file was last written, in seconds; `nil` if the file does not exist.
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

enum WorkingFolder {
  static var path: String {
    guard let bytes = getcwd(nil, 0) else { return "." }
    defer { free(bytes) }
    return String(cString: bytes)
  }
}
