#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension CommandTree {
  /// The arguments the system gave the program (`CommandLine.unsafeArgv`), the program's name left out.
  ///
  /// `CommandLine.arguments` replaces bytes that are no UTF-8, which could name another file than the one meant, so
  /// such an argument is refused with a `UsageError` instead.
  package func arguments(
    fromSystem vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int32
  ) throws(UsageError) -> [String] {
    var arguments: [String] = []
    for index in 0..<Int(count) {
      guard let bytes = vector[index] else { break }
      guard let argument = String(validatingCString: bytes) else {
        throw UsageError(
          message: "argument \(index) is not valid UTF-8: '\(spelledOut(bytes))'", suggestion: nil, command: [name],
          usage: rootDescription.usage)
      }
      arguments.append(argument)
    }
    return Array(arguments.dropFirst())
  }
}

/// A C string with every byte that is not printable ASCII as `\xE9`.
private func spelledOut(_ bytes: UnsafePointer<CChar>) -> String {
  UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map { signed in
    let byte = UInt8(bitPattern: signed)
    if (0x20...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return #"\x"# + (digits.count < 2 ? "0" : "") + digits
  }.joined()
}
