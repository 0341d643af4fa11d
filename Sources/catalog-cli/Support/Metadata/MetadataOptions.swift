import Catalog
import CommandLineKit

/// Who is asked for metadata.
struct ProviderOptions: ParsableArguments {
  @Option(
    help: "Who to ask for metadata; by default the one in catalog/settings, else openlibrary.", valueName: "name",
    completion: .list(MetadataText.providers))
  var provider: String?

  var declarations: ArgumentDeclarations { ["provider": _provider] }
}

/// What a list shows beside the books.
enum ListExtra: String, CaseIterable, ExpressibleByArgument {
  case metadata
}

/// How a list shows what providers know of its books.
struct MetadataOptions: ParsableArguments {
  @Option(help: "Show how readers elsewhere rate the books, and fetch what is missing on this page.")
  var with: ListExtra?
  @Option(help: "How long to wait for metadata; 0 fetches none.", valueName: "time") var wait = WaitTime.usual
  @OptionGroup var asked: ProviderOptions

  var declarations: ArgumentDeclarations { ["with": _with, "wait": _wait, "asked": _asked] }

  /// - Parameter output: what is printed, which may name the field `metadata`.
  func validate(_ output: JSONOptions) throws {
    guard with == nil, output.isJSON, try output.keys().contains(.other(MetadataJSON.key)) else { return }
    throw ValidationError("the field \(MetadataJSON.key) needs --with metadata")
  }

  /// Fetches what is missing of the books on a page, where that is wanted and the catalog can be written. What keeps
  /// the provider from answering is said, and is no error: the list is shown all the same.
  ///
  /// - Parameter books: finds the page; called only if something is fetched.
  /// - Returns: whether what is missing is on its way.
  func fetch(
    _ catalog: BookCatalog, _ console: Console, _ books: (CatalogSnapshot) throws -> [Book]
  ) throws -> Bool {
    guard with != nil, wait.milliseconds > 0, !catalog.isReadOnly else { return false }
    let ids = try catalog.read(books).map(\.id)
    guard !ids.isEmpty else { return false }
    let provider = try MetadataConnections(environment: console.environment).provider(asked.provider)
    let wait = wait
    let report = try Interruption.cancelling {
      try await BriefFetch.run(ids, of: catalog, from: provider, wait: wait)
    }
    if let failure = report.flatMap(MetadataText.hostFailure) {
      console.diagnostics.note("no metadata for now: \(failure)")
    }
    return true
  }

  /// What tells of each book on the page how far its metadata is; `nil` where that is not wanted.
  ///
  /// - Parameter isAwaited: whether what nobody has asked for yet is on its way.
  func listed(_ console: Console, isAwaited: Bool = false) throws -> ListedMetadata? {
    guard with != nil else { return nil }
    let provider = try MetadataConnections(environment: console.environment).providerName(asked.provider)
    return ListedMetadata(provider: provider, isAwaited: isAwaited)
  }
}

/// Tells how far books' metadata is with one provider.
struct ListedMetadata {
  let provider: String
  /// Whether what nobody has asked for yet is on its way.
  let isAwaited: Bool

  func entries(of books: [Book], _ snapshot: CatalogSnapshot) throws -> [MetadataEntry] {
    try snapshot.metadataStates(of: books, from: provider).map { MetadataEntry(provider: provider, state: $0) }
  }

  /// The cell of a table: a bar for people, a number between 0 and 1 or a word for programs.
  func cell(of entry: MetadataEntry, _ settings: TerminalSettings) -> TableCell {
    let isTerminal = settings.isTerminal
    switch entry.state {
    case .loaded(let found):
      guard let score = found.metadata.score else { return TableCell(isTerminal ? settings.symbols.rangeDash : "") }
      let text = isTerminal ? RatingBar(symbols: settings.symbols).text(score) : score.roundedToThousandths
      return TableCell(text, style: RatingBar.style(of: score))
    case .notFound: return TableCell(isTerminal ? settings.symbols.rangeDash : "none", style: .dim)
    case .failed: return TableCell("failed", style: .red)
    case .waiting, .loading:
      return TableCell(isTerminal ? "Loading" + settings.symbols.ellipsis : "loading", style: .dim)
    case .notAsked:
      guard isAwaited else { return "" }
      return TableCell(isTerminal ? "Loading" + settings.symbols.ellipsis : "loading", style: .dim)
    }
  }
}

extension Double {
  /// As programs read a score: `0.786`.
  fileprivate var roundedToThousandths: String { ((self * 1_000).rounded() / 1_000).shortest }
}
