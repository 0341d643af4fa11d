import Catalog
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder for one test, removed with its contents when the test releases it.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// - Parameter inMemory: True to place the folder in memory where the system supports it, so that nothing waits for a
  ///   disk.
  public convenience init(inMemory: Bool = false) {
    let memory = "/dev/shm"
    let isMemory = inMemory && FileManager.default.isWritableFile(atPath: memory)
    self.init(in: isMemory ? memory : FileManager.default.temporaryDirectory.path)
  }

  /// Creates the folder inside an existing folder.
  public init(in base: String) {
    path = base + "/catalog-test-" + UUID().uuidString
    mkdir(path, 0o700)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the folder.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }

  @discardableResult
  public func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

  public func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: file(name), toPath: file(other))
  }

  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file(name))))
  }
}
