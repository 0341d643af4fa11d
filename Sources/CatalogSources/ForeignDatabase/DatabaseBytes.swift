import Platform

/// Memory for the copy of a file, freed on deinitialisation.
final class DatabaseBytes {
  let start: UnsafeMutableRawPointer
  let count: Int

  /// Allocates memory. Returns `nil` if there is not enough memory.
  init?(count: Int) {
    guard let start = malloc(max(1, count)) else { return nil }
    (self.start, self.count) = (start, count)
  }

  deinit { free(start) }
}
