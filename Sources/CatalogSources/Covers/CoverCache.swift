import CatalogModel
import FoundationEssentials

/// Covers of books, each fetched once and kept in files, as many as a limit allows. Who asks for the same cover at the same
/// time shares one request; other processes may use the same files.
public actor CoverCache {
  private let files: CoverFiles
  private let transport: any HTTPTransport
  private let now: @Sendable () -> Date
  /// The covers that are being fetched, by their addresses.
  private let covers = SharedTasks<String, Cover>(lastCaller: .leaves)
  /// How many bytes of images there are, as far as this process knows.
  private var size: Int?

  /// A cache of its parts.
  ///
  /// - Parameters:
  ///   - folder: where the covers are kept; it is made when it is missing, for its owner alone.
  ///   - limit: how many bytes they may have together.
  ///   - now: the time, by which it is told which covers were not used for long.
  public init(
    folder: String, limit: Int, transport: any HTTPTransport, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    files = CoverFiles(folder: folder, limit: limit)
    self.transport = transport
    self.now = now
  }

  /// The usual folder: `$XDG_CACHE_HOME/catalog/covers`, by default in `~/.cache`.
  public static func folder(environment: [String: String]) -> String {
    UserFolder.cache.path(environment: environment) + "/catalog/covers"
  }

  /// The cover at an address, from the cache or from there. What is on this machine is read from where it is, and not kept.
  ///
  /// - Parameter address: absolute, of an image of at most 5 MiB: JPEG, PNG, GIF or WebP, known by its first bytes. That of
  ///   a `file` may name a member of an archive, such as an EPUB, behind a `#`.
  /// - Throws: ``SourceFailure``: `missing` where there is no cover, which is believed for a day; `nonsense` where it is no
  ///   such image; `tooLarge`; or why it could not be fetched. ``CatalogError`` where the files cannot be used.
  ///   `CancellationError`.
  public func cover(at address: String) async throws -> Cover {
    if let path = FileAddress.path(of: address) { return try CoverOnDisk.cover(at: address, path: path) }
    return try await covers.value(of: address) { try await self.find(address) }
  }

  /// Whether there is a cover at an address of the web, as far as that is known without asking: `nil` where it is not. Who makes a
  /// list asks for each of its books: it costs reading one small file.
  package nonisolated func has(_ address: String) -> Bool? {
    switch try? files.entry(of: address, now: now()) {
    case .image: true
    case .missing: false
    case nil: nil
    }
  }

  private func find(_ address: String) async throws -> Cover {
    switch try files.entry(of: address, now: now()) {
    case .image(let name):
      if let bytes = try files.image(name, now: now()), let image = ImageHeader(bytes) {
        return Cover(bytes: bytes, image: image, path: files.imagePath(name))
      }
    case .missing: throw CoverRequest.missing(address)
    case nil: break
    }
    do {
      let (bytes, image) = try await CoverRequest.image(at: address, transport: transport, now: now)
      let (name, isNew) = try files.store(bytes, image.kind, of: address, now: now())
      if isNew { try makeRoom(for: bytes.count, name) }
      return Cover(bytes: bytes, image: image, path: files.imagePath(name))
    } catch let failure as SourceFailure where failure.code == .missing {
      try files.storeMissing(address, now: now())
      throw failure
    }
  }

  /// The files are counted when this process begins to store and whenever they may be too large; in between, what others
  /// store is not known.
  private func makeRoom(for bytes: Int, _ name: String) throws {
    let known = size.map { $0 + bytes }
    size = if let known, known <= files.limit { known } else { try files.evict(sparing: name, now: now()) }
  }
}
