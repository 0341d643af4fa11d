@preconcurrency import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A watch that calls a closure when any process commits to a file, and when the file is deleted or replaced. It
/// watches the folder without opening the files in it: closing a descriptor on the catalog would drop SQLite's locks
/// (sqlite.org/howtocorrupt.html, 2.2). While nothing happens in the folder, no code runs.
///
/// A commit is detected by the time of the log, which the committing process sets afterwards
/// (``DatabaseFile/announceCommit(to:)``). If a process is killed before that, the closing of the log is detected.
package final class FolderWatch: Sendable {
  /// The source of events, or `nil` if the system supports no watches or has none left. In that case, only commits by
  /// this process are noticed.
  private let source: (any DispatchSourceRead)?

  #if os(Linux)
    /// Watches the folder of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - wake: Called on a separate thread, at least once after each commit.
    init(_ path: String, wake: @escaping @Sendable () -> Void) {
      let file = DatabaseFile.resolved(path)
      let folder = DatabaseFile.folder(of: file)
      let name = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      let mask =
        IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
      guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(mask)) >= 0 else {
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

    /// Reads all available events.
    ///
    /// - Returns: True if an event concerns one of the files, or the folder itself.
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
            // An event without a name concerns the folder, or reports that events were lost.
            let bytes = buffer[start..<min(start + Int(event.len), count)].prefix { $0 != 0 }
            if bytes.isEmpty || names.contains(where: { $0.utf8.elementsEqual(bytes) }) { isConcerned = true }
            start += Int(event.len)
          }
        }
      }
      return isConcerned
    }
  #else
    /// Does nothing. On other systems, kqueue would have to watch the log itself, with a descriptor for events only
    /// (`O_EVTONLY`). It is untested if closing that descriptor drops SQLite's locks, and this code was never compiled
    /// there. Commits by other processes are not noticed.
    init(_ path: String, wake: @escaping @Sendable () -> Void) { source = nil }
  #endif

  /// True if commits by other processes are noticed.
  package var isWatching: Bool { source != nil }

  deinit { source?.cancel() }
}
