#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why output could not be written.
package enum OutputError: Error, Equatable {
  /// The reader of a pipe has left (`catalog list | head`). The command ends quietly with exit code 0.
  case closedPipe
  /// `write(2)` failed on the stream of this name, with this error number.
  case failed(stream: String, errno: Int32)
  /// The pager could not be started, so that nothing has been shown.
  case pagerFailed(command: String)
}

extension OutputError: CustomStringConvertible {
  /// One line for a person, without the leading `error:`.
  package var description: String {
    switch self {
    case .closedPipe:
      "the reader of the output has closed its pipe"
    case .failed(let stream, let number):
      "cannot write to \(stream): \(Self.reason(of: number))"
    case .pagerFailed(let command):
      "cannot run the pager '\(command)': set CATALOG_PAGER to another command, or to 'cat' for none"
    }
  }

  /// The system's sentence in the middle of ours: its first letter is small, unless it begins an abbreviation.
  private static func reason(of number: Int32) -> String {
    let sentence = String(cString: strerror(number))
    guard let first = sentence.first, sentence.dropFirst().first?.isLowercase == true else { return sentence }
    return first.lowercased() + sentence.dropFirst()
  }
}
