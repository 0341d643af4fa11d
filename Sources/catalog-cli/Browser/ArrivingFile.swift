#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is being put at a path: copied or moved there. It is not opened before it has stopped growing.
struct ArrivingFile {
  /// What tells one state of a file from another.
  struct Stamp: Equatable, Sendable {
    /// The file's number in its file system.
    let inode: UInt64
    let size: Int64
    let changed: [Int]
  }

  private let path: String
  private var last: Stamp?
  private var opened: Stamp?

  init(_ path: String) { self.path = path }

  /// The state of a file; `nil` where there is none.
  static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return Stamp(inode: UInt64(status.st_ino), size: Int64(status.st_size), changed: [time.tv_sec, time.tv_nsec])
  }

  /// Looks at it; to be asked every now and then.
  ///
  /// - Returns: whether it is as it was when this was asked last, and this was not said of it before.
  mutating func isToBeOpened() -> Bool {
    let stamp = Self.stamp(of: path)
    defer { last = stamp }
    guard let stamp, stamp.size > 0, stamp == last, stamp != opened else { return false }
    opened = stamp
    return true
  }
}
