#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why something could not be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// An error of the system, as `errno` has it now.
  init(errno operation: String, _ subject: String) {
    description = "cannot \(operation) \(subject): \(String(cString: strerror(errno)).lowercased())"
  }
}
