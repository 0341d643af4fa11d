import Catalog

/// A file that was sent, is looked at, and waits for the word to be imported; later what became of it.
struct KeptImport: Sendable {
  /// How far it is.
  enum State: Sendable {
    /// It is being tried; so far it would come to this.
    case looking(ImportProgress?)
    /// It was tried, and would come to this.
    case tried(ImportOutcome)
    /// It is being imported; so far it came to this.
    case running(ImportProgress?)
    case ended(ImportOutcome)
    case failed(Problem)
  }

  /// Whose it is: the name of an account; `nil` of whoever uses this machine.
  let account: String?
  /// Those that came later have larger ones.
  let number: Int
  /// What the file is called.
  let name: String?
  /// How many bytes it has.
  let size: Int
  var source: SentSource
  /// The file; `nil` once it was read.
  var upload: Upload?
  var state: State
  /// Removes it when its time is over.
  var timer: Task<Void, Never>?

  /// Whether it is being read.
  var isRunning: Bool {
    switch state {
    case .looking, .running: true
    case .tried, .ended, .failed: false
    }
  }
}
