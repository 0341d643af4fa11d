import Catalog

/// An uploaded file that waits for its sender to confirm the import. After the import, it holds only the result.
struct KeptImport: Sendable {
  /// The progress of an import.
  enum State: Sendable {
    /// The dry run is in progress. The value is its result so far.
    case looking(ImportProgress?)
    /// The dry run has finished with this result.
    case tried(ImportOutcome)
    /// The import is in progress, with its result so far.
    case running(ImportProgress?)
    case ended(ImportOutcome)
    case failed(Problem)
  }

  /// The account of the sender; `nil` for a user of this machine without an account.
  let account: String?
  /// A number that grows with each upload.
  let number: Int
  /// The name of the file.
  let name: String?
  /// The size of the file in bytes.
  let size: Int
  var source: SentSource
  /// The file; `nil` after the import.
  var upload: Upload?
  var state: State
  /// The task that removes the file when its time limit expires.
  var timer: Task<Void, Never>?

  /// True while the file is being read.
  var isRunning: Bool {
    switch state {
    case .looking, .running: true
    case .tried, .ended, .failed: false
    }
  }
}
