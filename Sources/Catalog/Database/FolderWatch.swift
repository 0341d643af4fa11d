@preconcurrency import Dispatch
import Platform

/// A watch that calls a closure when any process commits to a file, and when the file is deleted or replaced. It uses
/// no CPU time while nothing happens in the folder. It watches the folder and opens no files in it, because closing the
/// catalog's file again would drop SQLite's locks (sqlite.org/howtocorrupt.html, 2.2).
///
/// After each commit, the committing process sets the time stamps of the log
/// (``DatabaseFile/announceCommit(to:)``), which the watch detects. If the process is killed before that, the watch
/// detects that the log is closed.
package final class FolderWatch: Sendable {
  /// The source of file system events. It is `nil` if the system does not support watches or has none left. In that
  /// case, commits by other processes are not noticed.
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
    /// - Returns: True if at least one event concerns one of the files, or the folder itself.
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
            // An event without a name concerns the folder itself, or reports that events were lost.
            let bytes = buffer[start..<min(start + Int(event.len), count)].prefix { $0 != 0 }
            if bytes.isEmpty || names.contains(where: { $0.utf8.elementsEqual(bytes) }) { isConcerned = true }
            start += Int(event.len)
          }
        }
      }
      return isConcerned
    }
  #else
    /// Does nothing, so commits by other processes are not noticed. On systems without inotify, kqueue would have to
    /// open the log itself, with `O_EVTONLY`. Whether closing that descriptor drops SQLite's locks is unknown, and this
    /// code was never compiled there.
    init(_ path: String, wake: @escaping @Sendable () -> Void) { source = nil }
  #endif

  /// True if commits by other processes are noticed.
  package var isWatching: Bool { source != nil }

  deinit { source?.cancel() }
}
