import Platform

/// A failure to write output.
package enum OutputError: Error, Equatable {
  /// The reader of the pipe has closed it (`catalog list | head`). The command then ends quietly with exit code 0.
  case closedPipe
  /// `write(2)` failed on the named stream with this error number.
  case failed(stream: String, errno: Int32)
  /// The pager could not be started, so no output was shown.
  case pagerFailed(command: String)
}

extension OutputError: CustomStringConvertible {
  /// A one-line message without the leading `error:`.
  package var description: String {
    switch self {
    case .closedPipe:
      "the program that reads the output has closed the pipe"
    case .failed(let stream, let number):
      "cannot write to \(stream): \(SystemError.words(number))"
    case .pagerFailed(let command):
      "cannot run the pager '\(command)'; set CATALOG_PAGER to another command, or to 'cat' for none"
    }
  }
}
