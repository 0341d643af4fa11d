import CatalogModel
import FoundationEssentials
import Platform

/// The files of the cover cache. The folder `images` contains each image once, named by its content and never changed.
/// The folder `addresses` contains a small file for each address, which refers to an image. Several processes may use
/// the files at the same time: files are put in place atomically, missing images are downloaded again, and damaged
/// images are detected by their names. The folder `sized` contains smaller forms of images, named by the content of the
/// original and the width.
struct CoverFiles: Sendable {
  /// A cache entry for an address.
  enum Entry: Equatable {
    /// The name of an image.
    case image(String)
    /// No image existed at the given time.
    case missing(Date)
    /// The queue of covers could not fetch the image.
    case failed(CoverFailure)
  }

  /// The maximum size of an image in bytes.
  static let imageBytes = 5 * 1_048_576
  /// The maximum number of pixels of a fetched image. A small file can contain an image that takes gigabytes of memory.
  static let imagePixels = 50_000_000
  /// The number of seconds for which a missing image is remembered.
  static let missingAge = 86_400.0
  private static let entryBytes = 16_384
  /// The age in seconds at which an unfinished file is assumed to be left over from a killed process.
  private static let leftoverAge = 3_600.0
  /// The number of seconds for which a failure is remembered after it could be retried.
  private static let failureAge = 60 * 86_400.0

  /// The path of the folder.
  let folder: String
  /// The maximum total size of all images in bytes.
  let limit: Int
  /// Computes the names of images and addresses.
  private let fingerprint: @Sendable ([UInt8]) -> String

  init(folder: String, limit: Int, fingerprint: @escaping @Sendable ([UInt8]) -> String = Self.fingerprint) {
    (self.folder, self.limit, self.fingerprint) = (folder, limit, fingerprint)
  }

  /// Returns the entry for an address, or `nil` if the entry does not exist or has expired.
  func entry(of address: String, now: Date) throws -> Entry? {
    guard let (known, entry) = try entry(at: entryPath(address)), known == address else { return nil }
    if case .missing(let since) = entry, !isBelieved(since, now) { return nil }
    return entry
  }

  /// Returns an image by name and marks it as used, or `nil` if it is missing or damaged.
  func image(_ name: String, now: Date) throws -> [UInt8]? {
    let path = imagePath(name)
    guard let bytes = try bytes(at: path, atMost: Self.imageBytes) else { return nil }
    guard name.hasPrefix(fingerprint(bytes)) else {
      unlink(path)
      return nil
    }
    touch(path, now)
    return bytes
  }

  /// Stores an image for an address.
  ///
  /// - Returns: The name of the image, and whether it is new.
  func store(_ bytes: [UInt8], _ kind: ImageHeader.Kind, of address: String, now: Date) throws -> (String, isNew: Bool)
  {
    let base = fingerprint(bytes)
    var number = 0
    while true {
      // If another image has the same fingerprint, append a number to the name.
      let name = base + (number == 0 ? "" : "-\(number)") + "." + kind.fileExtension
      let kept = try image(name, now: now)
      if kept == nil || kept == bytes {
        if kept == nil { try write(bytes, to: imagePath(name), now) }
        try write(Array("\(address)\n\(name)\n".utf8), to: entryPath(address), now)
        return (name, kept == nil)
      }
      number += 1
    }
  }

  /// Records that there is no image at an address.
  func storeMissing(_ address: String, now: Date) throws {
    try write(Array("\(address)\nmissing \(now.milliseconds)\n".utf8), to: entryPath(address), now)
  }

  /// Records that the queue of covers could not fetch an image.
  func storeFailure(_ failure: CoverFailure, of address: String) throws {
    try write(Array("\(address)\n\(failure.line)\n".utf8), to: entryPath(address), failure.time)
  }

  /// Returns the smaller form of an image by name and marks it as used, or `nil` if it is missing.
  func sized(_ name: String, now: Date) throws -> [UInt8]? {
    let bytes = try bytes(at: sizedPath(name), atMost: Self.imageBytes)
    if bytes != nil { touch(sizedPath(name), now) }
    return bytes
  }

  /// Stores the smaller form of an image.
  func storeSized(_ bytes: [UInt8], _ name: String, now: Date) throws { try write(bytes, to: sizedPath(name), now) }

  /// Returns the path of the smaller form of an image.
  func sizedPath(_ name: String) -> String { "\(folder)/sized/\(name)" }

  /// Returns true if a named image exists.
  func hasImage(_ name: String) -> Bool { access(imagePath(name), F_OK) == 0 }

  /// Returns the path of an image.
  func imagePath(_ name: String) -> String { "\(folder)/images/\(name)" }

  /// Removes the least recently used images if the images exceed the limit, until they take up 90 % of the limit.
  ///
  /// - Parameter name: The name of an image to keep.
  /// - Returns: The remaining size in bytes.
  func evict(sparing name: String, now: Date) throws -> Int {
    var images: [(path: String, size: Int, used: Double)] = []
    for path in try names(in: "images").map(imagePath) + names(in: "sized").map(sizedPath) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      images.append((path, Int(status.st_size), Double(status.modifiedNanoseconds) / 1e9))
    }
    var total = images.reduce(0) { $0 + $1.size }
    guard total > limit else { return total }
    let spared = [imagePath(name), sizedPath(name)]
    for image in images.sorted(by: { ($0.used, $0.path) < ($1.used, $1.path) }) where !spared.contains(image.path) {
      if total <= limit / 10 * 9 { break }
      // Another process may already have removed the image.
      unlink(image.path)
      total -= image.size
    }
    try forgetAddresses(now: now)
    return total
  }

  /// Removes entries for removed images, and expired entries.
  private func forgetAddresses(now: Date) throws {
    for name in try names(in: "addresses") {
      let path = "\(folder)/addresses/\(name)"
      let isUseful: Bool
      switch try entry(at: path)?.entry {
      case .image(let image): isUseful = hasImage(image)
      case .missing(let since): isUseful = isBelieved(since, now)
      case .failed(let failure): isUseful = now < failure.retry.addingTimeInterval(Self.failureAge)
      case nil: isUseful = false
      }
      if !isUseful { unlink(path) }
    }
  }

  /// Removes an unfinished file of a process that was killed. A file that is still being written is kept, even if it
  /// already looks like a complete entry.
  private func removeLeftover(_ path: String) {
    var status = stat()
    // Compare with the system's clock, which set the time of the file. Another clock could make a new file look old.
    let oldest = Date().timeIntervalSince1970 - Self.leftoverAge
    let isFile = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if isFile, Double(status.modifiedNanoseconds) / 1e9 < oldest { unlink(path) }
  }

  private func isBelieved(_ since: Date, _ now: Date) -> Bool {
    // If the clock was set back, the entry expires instead of lasting longer.
    (0..<Self.missingAge).contains(now.timeIntervalSince(since))
  }

  private func entryPath(_ address: String) -> String {
    "\(folder)/addresses/\(fingerprint(Array(address.utf8)))"
  }

  private func entry(at path: String) throws -> (address: String, entry: Entry)? {
    guard let bytes = try bytes(at: path, atMost: Self.entryBytes) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2 else { return nil }
    if lines[1].hasPrefix("missing ") {
      return Int64(lines[1].dropFirst(8)).map { (String(lines[0]), .missing(Date(milliseconds: $0))) }
    }
    if lines[1].hasPrefix("failed ") { return CoverFailure(line: lines[1]).map { (String(lines[0]), .failed($0)) } }
    // Reject names that lead to another folder.
    guard !lines[1].hasPrefix("."), !lines[1].contains("/") else { return nil }
    return (String(lines[0]), .image(String(lines[1])))
  }

  /// Reads a file. Returns `nil` if it does not exist, or if it is not a file of the cache.
  private func bytes(at path: String, atMost limit: Int) throws -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR, ELOOP].contains(errno) { return nil }
      throw PrivateFile.failure("read", path, errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
      return nil
    }
    return try PrivateFile.bytes(of: descriptor, path, atMost: limit)
  }

  private func write(_ bytes: [UInt8], to path: String, _ now: Date) throws {
    let folder = String(path[..<path.lastIndex(of: "/")!])
    try PrivateFile.makeFolder(folder)
    // Use a unique name for each writer.
    let temporary = "\(folder)/.\(UUID().uuidString)"
    try PrivateFile.replace(path, with: bytes, by: temporary, isDurable: false)
    touch(path, now)
  }

  private func touch(_ path: String, _ now: Date) {
    let seconds = now.timeIntervalSince1970
    let time = timespec(tv_sec: Int(seconds.rounded(.down)), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    // Ignore the error if another process has removed the file.
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Returns the names of all complete files. Removes leftover unfinished files, whose names begin with a dot.
  private func names(in part: String) throws -> [String] {
    do {
      var names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)")
      let unnamed = names.partition { $0.hasPrefix(".") }
      for name in names[unnamed...] { removeLeftover("\(folder)/\(part)/\(name)") }
      return Array(names[..<unnamed])
    } catch {
      if access("\(folder)/\(part)", F_OK) != 0 { return [] }
      throw CatalogError(.failed, "read", "\(folder)/\(part)", cause: String(describing: error))
    }
  }

  static func fingerprint(_ bytes: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.mix(bytes)
    return fingerprint.value.hexadecimal
  }
}
