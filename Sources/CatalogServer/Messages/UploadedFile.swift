import FoundationEssentials
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that a request has sent. It has no name on this machine: that is taken away as soon as it is made, so that it goes with the
/// last descriptor of it, however the process ends.
final class UploadedFile: Sendable {
  private let descriptor: Int32
  private let size = Mutex(0)

  /// Makes an empty one, which its owner alone could read while it had a name.
  ///
  /// - Parameter folder: where its bytes are.
  /// - Throws: ``Problem``, 507 where there is no room; 500 where none can be made.
  init(in folder: String) throws(Problem) {
    let path = "\(folder)/catalog-upload-\(UUID().uuidString)"
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.problem(errno) }
    unlink(path)
    self.descriptor = descriptor
  }

  /// Takes a descriptor over.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// How many bytes it has.
  var count: Int { size.withLock { $0 } }

  /// Writes bytes behind those that it has. One thread does so at a time.
  ///
  /// - Throws: ``Problem``, 507 where the disk is full.
  func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Self.problem(errno) }
      rest = rest.dropFirst(written)
    }
    size.withLock { $0 += bytes.count }
  }

  /// All of it.
  ///
  /// - Parameter limit: bytes that are read at most; of a larger file one more, by which that is told.
  /// - Throws: ``Problem``, 500 where it cannot be read.
  func bytes(atMost limit: Int) throws(Problem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, limit + 1))
    var taken = 0
    while taken < bytes.count {
      let read = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress! + taken, $0.count - taken, off_t(taken))
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw Self.problem(errno) }
      taken += read
    }
    return bytes
  }

  /// A descriptor of it that its taker closes, from whose beginning it is read, whoever else reads it.
  ///
  /// - Throws: ``Problem``, 500 where the system has none left.
  func reopened() throws(Problem) -> Int32 {
    #if canImport(Glibc)
      // A copy of the descriptor would have one place in the file with it.
      let copy = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
      if copy >= 0 { return copy }
    #endif
    let second = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard second >= 0 else { throw Self.problem(errno) }
    lseek(second, 0, SEEK_SET)
    return second
  }

  private static func problem(_ code: Int32) -> Problem {
    [ENOSPC, EDQUOT].contains(code) ? .diskFull : .failed
  }
}

extension Problem {
  /// What is sent finds no room.
  static let diskFull = Problem(507, detail: "The disk of the server is full: nothing was kept of the file.")
}
