import CatalogModel
import FoundationEssentials

/// A cache of covers in files, up to a size limit. Concurrent requests for the same cover share one download. Other
/// processes may use the same files.
///
/// ```swift
/// let folder = CoverCache.folder(environment: ProcessInfo.processInfo.environment)
/// let covers = CoverCache(folder: folder, limit: 256_000_000, transport: transport)
/// if let address = book.cover { show(try await covers.cover(at: address).bytes) }
/// ```
public actor CoverCache {
  let files: CoverFiles
  private let transport: any HTTPTransport
  /// Makes smaller forms of covers; `nil` to make none.
  let images: ImageHelper?
  let now: @Sendable () -> Date
  /// The downloads in progress, keyed by address.
  private let covers = SharedTasks<String, Cover>(lastCaller: .leaves)
  /// The smaller forms being made, keyed by name.
  let sizes = SharedTasks<String, Cover>(lastCaller: .leaves)
  /// The hashes of images that cannot be scaled.
  var unscalable: Set<String> = []
  /// The total size of the images in bytes, as known to this process.
  private var size: Int?

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder with the covers. If it does not exist, it is created with access only for its
  ///     owner.
  ///   - limit: The maximum total size of the covers in bytes.
  ///   - images: Makes smaller forms of covers; `nil` to make none.
  ///   - now: Returns the current time, which is stored as the time when a cover was last used.
  public init(
    folder: String, limit: Int, transport: any HTTPTransport, images: ImageHelper? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    files = CoverFiles(folder: folder, limit: limit)
    (self.transport, self.images, self.now) = (transport, images, now)
  }

  /// True if smaller forms of covers are made.
  package nonisolated var makesSizes: Bool { images != nil }

  /// Returns the default folder: `$XDG_CACHE_HOME/catalog/covers`, by default in `~/.cache`.
  public static func folder(environment: [String: String]) -> String {
    UserFolder.cache.path(environment: environment) + "/catalog/covers"
  }

  /// Returns the cover at an address, from the cache or from the network. Local files are read in place and not cached.
  ///
  /// - Parameter address: The absolute URL of an image of at most 5 MiB: JPEG, PNG, GIF or WebP, detected by its first
  ///   bytes. A `file` URL may name a member of an archive, such as an EPUB, after a `#`.
  /// - Throws: ``SourceFailure``: `missing` if there is no cover, which is remembered for a day; `malformed` if the
  ///   data is not an image of these kinds; `tooLarge`; or the reason why the download failed. ``CatalogError`` if the
  ///   files cannot be accessed. `CancellationError`.
  public func cover(at address: String) async throws -> Cover {
    if let path = FileAddress.path(of: address) { return try CoverOnDisk.cover(at: address, path: path) }
    return try await covers.value(of: address) { try await self.find(address) }
  }

  /// Returns true if a cover exists at a web address, false if none exists, or `nil` if that is not known without a
  /// request. The call reads one small file, so it is suitable for each book of a list.
  package nonisolated func has(_ address: String) -> Bool? {
    switch try? files.entry(of: address, now: now()) {
    case .image(let name): files.hasImage(name) ? true : nil
    case .missing: false
    case .failed, nil: nil
    }
  }

  /// Returns the cover at a web address from the cache, without a request; `nil` if the cache does not have it.
  package nonisolated func stored(at address: String) throws -> Cover? {
    guard case .image(let name)? = try files.entry(of: address, now: now()),
      let bytes = try files.image(name, now: now()), let image = ImageHeader(bytes)
    else { return nil }
    return Cover(bytes: bytes, image: image, path: files.imagePath(name))
  }

  /// Returns the recorded failure to fetch the cover at an address; `nil` if there is none.
  package nonisolated func failure(at address: String) -> CoverFailure? {
    guard case .failed(let failure)? = try? files.entry(of: address, now: now()) else { return nil }
    return failure
  }

  /// Fetches the cover at a web address into the cache. Records a failure, which ``failure(at:)`` returns.
  ///
  /// - Throws: The errors of ``cover(at:)``.
  package func fetch(_ address: String) async throws {
    do { _ = try await cover(at: address) } catch let failure as SourceFailure {
      try record(failure, at: address)
      throw failure
    }
  }

  /// Records a failure to fetch the cover at a web address, which ``failure(at:)`` returns.
  package func record(_ failure: SourceFailure, at address: String) throws {
    let attempts = self.failure(at: address)?.attempts ?? 0
    let cause = failure.cause + (failure.hint.map { " (\($0))" } ?? "")
    try files.storeFailure(CoverFailure(time: now(), attempts: attempts + 1, cause: cause), of: address)
  }

  private func find(_ address: String) async throws -> Cover {
    if let cover = try stored(at: address) { return cover }
    if case .missing? = try files.entry(of: address, now: now()) { throw CoverRequest.missing(address) }
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

  /// Evicts images if necessary. The cached files are counted when this process first stores an image, and whenever the
  /// limit may be exceeded. Between these times, images stored by other processes are not counted.
  func makeRoom(for bytes: Int, _ name: String) throws {
    let known = size.map { $0 + bytes }
    size = if let known, known <= files.limit { known } else { try files.evict(sparing: name, now: now()) }
  }
}
