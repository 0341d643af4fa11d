import CatalogModel
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of covers: in `images` each image once, named by its content and never changed; in `addresses` for each
/// address a small file that says which image it is. Several processes may use them at a time: each file comes into its
/// place whole, one that is gone is fetched again, and one that is damaged is known by its name.
struct CoverFiles: Sendable {
  /// What is known of an address.
  enum Entry: Equatable {
    /// The name of an image.
    case image(String)
    /// There was none at a time.
    case missing(Date)
  }

  /// How large an image may be.
  static let imageBytes = 5 * 1_048_576
  /// How long an address without an image is believed to have none, in seconds.
  static let missingAge = 86_400.0
  private static let entryBytes = 16_384
  /// What a process that was killed left half written is older than this, in seconds.
  private static let leftoverAge = 3_600.0

  /// Where they are.
  let folder: String
  /// How many bytes all images may have.
  let limit: Int
  /// By which an image and an address are named.
  private let fingerprint: @Sendable ([UInt8]) -> String

  init(folder: String, limit: Int, fingerprint: @escaping @Sendable ([UInt8]) -> String = Self.fingerprint) {
    (self.folder, self.limit, self.fingerprint) = (folder, limit, fingerprint)
  }

  /// What is known of an address; `nil` where nothing is, or not any more.
  func entry(of address: String, now: Date) throws -> Entry? {
    guard let (known, entry) = try entry(at: entryPath(address)), known == address else { return nil }
    if case .missing(let since) = entry, !isBelieved(since, now) { return nil }
    return entry
  }

  /// An image by its name, which is used now; `nil` where it is gone or damaged.
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

  /// Keeps an image for an address.
  ///
  /// - Returns: its name, and whether it was not there before.
  func store(_ bytes: [UInt8], _ kind: ImageHeader.Kind, of address: String, now: Date) throws -> (String, isNew: Bool)
  {
    let base = fingerprint(bytes)
    var number = 0
    while true {
      // Others whose content has the same fingerprint have numbers behind it.
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

  /// Remembers that there is no image at an address.
  func storeMissing(_ address: String, now: Date) throws {
    try write(Array("\(address)\nmissing \(now.milliseconds)\n".utf8), to: entryPath(address), now)
  }

  /// Where an image is.
  func imagePath(_ name: String) -> String { "\(folder)/images/\(name)" }

  /// Makes room: where the images have more bytes than they may, those that nobody used for the longest time go, until
  /// nine tenths of them are full.
  ///
  /// - Parameter name: an image that stays.
  /// - Returns: how many bytes there are.
  func evict(sparing name: String, now: Date) throws -> Int {
    var images: [(name: String, size: Int, used: Double)] = []
    for name in try names(in: "images") {
      var status = stat()
      guard lstat(imagePath(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      images.append((name, Int(status.st_size), Self.modified(status)))
    }
    var total = images.reduce(0) { $0 + $1.size }
    guard total > limit else { return total }
    for image in images.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) where image.name != name {
      if total <= limit / 10 * 9 { break }
      // Another process may have been faster.
      unlink(imagePath(image.name))
      total -= image.size
    }
    try forgetAddresses(now: now)
    return total
  }

  /// Removes what says something of images that are gone, and what is not believed any more.
  private func forgetAddresses(now: Date) throws {
    for name in try names(in: "addresses") {
      let path = "\(folder)/addresses/\(name)"
      let isUseful: Bool
      switch try entry(at: path)?.entry {
      case .image(let image): isUseful = access(imagePath(image), F_OK) == 0
      case .missing(let since): isUseful = isBelieved(since, now)
      case nil: isUseful = false
      }
      if !isUseful { unlink(path) }
    }
  }

  /// Removes what a killed process has half written. A file that somebody is writing stays, also where it already reads as
  /// an entry.
  private func removeLeftover(_ path: String) {
    var status = stat()
    // It has the time that the system gave it, which another clock need not agree with: by that it might look old.
    let oldest = Date().timeIntervalSince1970 - Self.leftoverAge
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Self.modified(status) < oldest else { return }
    unlink(path)
  }

  private func isBelieved(_ since: Date, _ now: Date) -> Bool {
    // A clock that was set back does not make it last.
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
    // A name leads nowhere else.
    guard !lines[1].hasPrefix("."), !lines[1].contains("/") else { return nil }
    return (String(lines[0]), .image(String(lines[1])))
  }

  /// - Returns: `nil` where there is no file, or what is there is none of ours.
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
    // No two writers have one name.
    let temporary = "\(folder)/.\(UUID().uuidString)"
    try PrivateFile.replace(path, with: bytes, by: temporary, isDurable: false)
    touch(path, now)
  }

  private func touch(_ path: String, _ now: Date) {
    let seconds = now.timeIntervalSince1970
    let time = timespec(tv_sec: Int(seconds.rounded(.down)), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
    // What another process removed meanwhile need not be marked.
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// What there is by its name; what is being written has none yet, and goes when nobody is writing it any more.
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

  private static func modified(_ status: stat) -> Double {
    #if canImport(Glibc)
      Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    #else
      Double(status.st_mtimespec.tv_sec) + Double(status.st_mtimespec.tv_nsec) / 1e9
    #endif
  }

  static func fingerprint(_ bytes: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    fingerprint.mix(bytes)
    return String(fingerprint.value, radix: 16).leftPadded(to: 16)
  }
}
