import Platform

/// A file that another program may still be copying or moving to its path. It should be opened only after it has
/// stopped growing.
struct ArrivingFile {
  /// The state of a file at one moment, for comparison with a later state.
  struct Stamp: Equatable, Sendable {
    /// The inode number of the file.
    let inode: UInt64
    let size: Int64
    let changed: [Int]
  }

  private let path: String
  private var last: Stamp?
  private var opened: Stamp?

  init(_ path: String) { self.path = path }

  /// Returns the state of a file; `nil` if it does not exist.
  static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.modified
    return Stamp(inode: UInt64(status.st_ino), size: Int64(status.st_size), changed: [time.tv_sec, time.tv_nsec])
  }

  /// Returns true if the file is ready to be opened. Call this periodically.
  ///
  /// - Returns: True if the file has not changed since the last call and its current state has not been reported
  ///   before.
  mutating func isToBeOpened() -> Bool {
    let stamp = Self.stamp(of: path)
    defer { last = stamp }
    guard let stamp, stamp.size > 0, stamp == last, stamp != opened else { return false }
    opened = stamp
    return true
  }
}
