#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of a file, by their numbers.
final class FileLines: @unchecked Sendable {
  // @unchecked Sendable: the mapping is private to this object and read only, from its making to its end.
  private let bytes: UnsafeRawBufferPointer
  private let starts: [Int]

  /// - Parameter count: how many lines are wanted; the file may have more.
  init(path: String, count: Int) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw BenchError(errno: "read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw BenchError(errno: "read", path) }
    let size = Int(status.st_size)
    guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), address != MAP_FAILED else {
      throw BenchError(errno: "map", path)
    }
    bytes = UnsafeRawBufferPointer(start: address, count: size)
    var starts = [0]
    var place = 0
    while starts.count <= count, place < size,
      let end = memchr(address + place, 10, size - place).map({ address.distance(to: $0) })
    {
      place = end + 1
      starts.append(place)
    }
    self.starts = starts
    guard starts.count > 1 else { throw BenchError("\(path) has no lines") }
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  var count: Int { starts.count - 1 }

  /// A line without its end.
  subscript(index: Int) -> UnsafeRawBufferPointer.SubSequence { bytes[starts[index]..<(starts[index + 1] - 1)] }
}
