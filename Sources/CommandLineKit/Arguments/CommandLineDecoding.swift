import Platform

extension CommandTree {
  /// Returns the arguments from the system (`CommandLine.unsafeArgv`) without the program's name.
  ///
  /// `CommandLine.arguments` replaces bytes that are not valid UTF-8, so a path could refer to the wrong file. This
  /// method throws a `UsageError` for such an argument instead.
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

/// Returns the text of a C string. Each byte that is not printable ASCII is written as an escape such as `\xE9`.
private func spelledOut(_ bytes: UnsafePointer<CChar>) -> String {
  UnsafeBufferPointer(start: bytes, count: strlen(bytes)).map { signed in
    let byte = UInt8(bitPattern: signed)
    if (0x20...0x7E).contains(byte) { return String(UnicodeScalar(byte)) }
    let digits = String(byte, radix: 16, uppercase: true)
    return #"\x"# + (digits.count < 2 ? "0" : "") + digits
  }.joined()
}
