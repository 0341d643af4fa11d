import FoundationEssentials
import Platform
import Synchronization

/// A file that a request has sent. Its name is removed as soon as the file is created. The system therefore deletes the
/// file when its last descriptor is closed, even if the process crashes.
final class UploadedFile: Sendable {
  private let descriptor: Int32
  private let size = Mutex(0)

  /// Creates an empty file. While the file has a name, only the user of this process can read it.
  ///
  /// - Parameter folder: The folder that stores the bytes.
  /// - Throws: ``Problem``, 507 if there is no space; 500 if the file cannot be created.
  init(in folder: String) throws(Problem) {
    let path = "\(folder)/catalog-upload-\(UUID().uuidString)"
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.problem(errno) }
    unlink(path)
    self.descriptor = descriptor
  }

  /// Creates a file from a descriptor and takes ownership of it.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The number of bytes written.
  var count: Int { size.withLock { $0 } }

  /// Appends bytes. Call it from one thread at a time.
  ///
  /// - Throws: ``Problem``, 507 if the disk is full.
  func append(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
    let code = SystemCall.writeAll(descriptor, bytes)
    guard code == 0 else { throw Self.problem(code) }
    size.withLock { $0 += bytes.count }
  }

  /// Returns the contents of the file.
  ///
  /// - Parameter limit: The maximum size in bytes. If the file is larger, one byte more than the limit is returned, so
  ///   that the caller can detect it.
  /// - Throws: ``Problem``, 500 if the file cannot be read.
  func bytes(atMost limit: Int) throws(Problem) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, limit + 1))
    let read = bytes.withUnsafeMutableBytes { SystemCall.read(descriptor, into: $0, at: 0) }
    guard read == bytes.count else { throw Self.problem(read < 0 ? errno : EIO) }
    return bytes
  }

  /// Returns a descriptor positioned at the beginning of the file, independent of other readers. The caller must close
  /// it.
  ///
  /// - Throws: ``Problem``, 500 if the system has no descriptors left.
  func reopened() throws(Problem) -> Int32 {
    // A duplicated descriptor would share its file offset with this one, so open the file again. Only Linux has
    // /proc/self/fd.
    let copy = SystemCall.open("/proc/self/fd/\(descriptor)", O_RDONLY)
    if copy >= 0 { return copy }
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
  /// The problem reported for an uploaded file that does not fit on the disk.
  static let diskFull = Problem(507, detail: "The server's disk is full. The file was not stored.")
}
