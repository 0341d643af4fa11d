/// An app on GRDB with a copy of the catalog (`GRDBPeer/`). It measures itself, so that the pipe does not count.
struct GRDBPeer {
  static let page = """
    GRDB: a pool's cached statement, the same 20 rows made into structs by the columns' places; dates, lists and ISBNs stay \
    as they are stored
    """
  static let rename = """
    GRDB: a pool's write of a cached UPDATE of the title, in a transaction of its own, synchronous=FULL; no sort key, no \
    search, no history
    """
  static let tell = rename + ", until a ValueObservation of the 40 rows from it on has told of it on the main queue"

  private let conversation: Conversation

  /// - Parameter path: where its copy of the catalog is made; it stays with the caller.
  /// - Returns: `nil` when the peer is not there; nothing is copied then.
  init?(_ context: BenchContext, _ path: String) throws {
    guard let program = context.options.grdbPeerPath else { return nil }
    let command = ProcessCommand(program: program, arguments: [try context.data.copyOfCatalog(path)])
    conversation = try command.converse()
    guard try conversation.answer() == "ready" else { throw BenchError("\(command.line) is not ready") }
  }

  /// Reads a page of the last added books.
  /// - Returns: milliseconds, as of the others.
  func page(_ number: Int) throws -> Double { try ask("page\t\(number)") }

  func rename(_ book: Int, _ title: String) throws -> Double { try ask("rename\t\(book)\t\(title)") }

  /// Renames a book, and waits until an observation of the page on which it is has told of it.
  func tell(_ book: Int, _ title: String) throws -> Double { try ask("tell\t\(book)\t\(title)") }

  private func ask(_ line: String) throws -> Double {
    let answer = try conversation.ask(line)
    guard let time = Double(answer) else { throw BenchError("GRDB does not answer '\(line)': \(answer)") }
    return time
  }
}
