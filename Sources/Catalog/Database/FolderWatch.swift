@preconcurrency import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Wakes somebody when something is committed to a file by whatever process, and when the file is removed or another one
/// takes its place. It watches the folder and opens none of its files: closing a descriptor on the catalog would drop
/// SQLite's locks (sqlite.org/howtocorrupt.html, 2.2). While nothing happens there, nothing runs.
///
/// A commit is known by the log's time, which whoever commits sets behind it (``DatabaseFile/announceCommit(to:)``); one
/// of a process that was killed between the two, by the closing of the log.
package final class FolderWatch: Sendable {
  /// `nil` where the system gives no more watches, or knows none: then only this process's commits are heard of.
  private let source: (any DispatchSourceRead)?

  #if os(Linux)
    /// - Parameters:
    ///   - path: the file's.
    ///   - wake: is called on a thread of its own, at least once after each commit.
    init(_ path: String, wake: @escaping @Sendable () -> Void) {
      let file = DatabaseFile.resolved(path)
      let folder = DatabaseFile.folder(of: file)
      let name = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      let wanted =
        IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(wanted)) >= 0 else {
        if descriptor >= 0 { close(descriptor) }
        source = nil
        return
      }
      let queue = DispatchQueue(label: "catalog.watch")
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { if Self.readEvents(descriptor, about: [name, name + "-wal"]) { wake() } }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      self.source = source
    }

    /// Reads all that is there.
    ///
    /// - Returns: whether any of it is about one of these files, or about the folder itself.
    private static func readEvents(_ descriptor: Int32, about names: [String]) -> Bool {
      var isConcerned = false
      let size = 16_384
      withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
        while true {
          let count = read(descriptor, buffer.baseAddress, size)
          guard count > 0 else { return }
          var start = 0
          while start + MemoryLayout<inotify_event>.size <= count {
            let event = buffer.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            start += MemoryLayout<inotify_event>.size
            // An event without a name is about the folder, or says that some were lost.
            let bytes = buffer[start..<min(start + Int(event.len), count)].prefix { $0 != 0 }
            if bytes.isEmpty || names.contains(where: { $0.utf8.elementsEqual(bytes) }) { isConcerned = true }
            start += Int(event.len)
          }
        }
      }
      return isConcerned
    }
  #else
    /// Elsewhere kqueue would watch the log itself, which needs a descriptor on it, opened for events only (`O_EVTONLY`).
    /// Whether closing that one drops SQLite's locks has not been tried, and nothing here was ever compiled there: until
    /// then other processes' commits are not heard of.
    init(_ path: String, wake: @escaping @Sendable () -> Void) { source = nil }
  #endif

  /// Whether other processes are heard of.
  package var isWatching: Bool { source != nil }

  deinit { source?.cancel() }
}
