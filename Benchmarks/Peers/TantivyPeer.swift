#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tantivy, asked for 20 stored documents through one loaded searcher (`tantivy-peer.py`). It measures itself, so that
/// the pipe does not count.
struct TantivyPeer {
  /// A query in the peer's terms.
  enum Question {
    /// All of the words, each whole.
    case words(String)
    /// All of the words, each perhaps the beginning of one, as ours are asked.
    case beginnings(String)
    case phrase(String)
    /// One word in a field by the name that it has there.
    case field(String, String)

    fileprivate var line: String {
      switch self {
      case .words(let words): "words\t\(words)"
      case .beginnings(let words): "beginnings\t\(words)"
      case .phrase(let words): "words\t\"\(words)\""
      case .field(let field, let word): "words\t\(field):\(word)"
      }
    }
  }

  static let does = """
    Tantivy through its Python package: one loaded searcher, the query parsed, the 20 best by BM25 found and their stored \
    documents read; words are whole words, or beginnings of words where a measure says so
    """

  private let conversation: Conversation

  /// Builds the index when it is missing.
  /// - Returns: `nil` when the peer is not there.
  init?(_ context: BenchContext) throws {
    guard let python = context.options.pythonPath else { return nil }
    let input = try context.data.jsonLines()
    let folder = context.data.scratch("tantivy-v\(BookGenerator.version)")
    let command = ProcessCommand(program: python, arguments: [context.script("tantivy-peer.py"), folder, input])
    conversation = try command.converse()
    if access(folder, F_OK) != 0 { BenchConsole.message("building Tantivy's index in \(folder)") }
    guard try conversation.answer() == "ready" else { throw BenchError("\(command.line) is not ready") }
  }

  static func version(_ context: BenchContext) throws -> String? {
    try context.options.pythonPath.map { python in
      try ProcessCommand(program: python, arguments: ["-c", "import tantivy; print(tantivy.__version__)"]).output()
        .firstLine
    }
  }

  func ask(_ question: Question) throws -> (milliseconds: Double, documents: Int) {
    let answer = try conversation.ask(question.line)
    let parts = answer.split(separator: "\t")
    guard parts.count == 2, let time = Double(parts[0]), let count = Int(parts[1]) else {
      throw BenchError("Tantivy does not answer '\(question.line)': \(answer)")
    }
    return (time, count)
  }
}
