import Catalog
import FoundationEssentials
import Platform

/// A folder for one test, removed with its contents when the test releases it.
public final class TemporaryFolder: Sendable {
  public let path: String

  /// Creates the folder in memory where the system supports it, so that nothing waits for a disk.
  public convenience init() { self.init(in: Self.base) }

  /// The folder of files in memory if it has enough space, or else the default folder of temporary files.
  public static let base: String = {
    let memory = "/dev/shm"
    var space = statvfs()
    // Containers often have 64 MB, which tests that run in parallel would fill.
    let isLarge = statvfs(memory, &space) == 0 && UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 1 << 30
    let isUsable = isLarge && FileManager.default.isWritableFile(atPath: memory)
    return isUsable ? memory : FileManager.default.temporaryDirectory.path
  }()

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
