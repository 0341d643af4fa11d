import Catalog
import CommandLineKit
import Platform

/// The option that chooses the metadata provider.
struct ProviderOptions: ParsableArguments {
  @Option(
    help: "The metadata provider (default: the one set in catalog/settings, or openlibrary).", valueName: "name",
    completion: .list(MetadataText.providers))
  var provider: String?

  var declarations: ArgumentDeclarations { ["provider": _provider] }
}

/// The additional columns that a list can show.
enum ListExtra: String, CaseIterable, ExpressibleByArgument {
  case metadata
}

/// The options for showing metadata from providers in a list.
struct MetadataOptions: ParsableArguments {
  @Option(help: "Show ratings by other readers, and fetch missing ones for this page.")
  var with: ListExtra?
  @Option(help: "How long to wait for metadata (0: don't fetch any).", valueName: "time") var wait = WaitTime.standard
  @OptionGroup var asked: ProviderOptions

  var declarations: ArgumentDeclarations { ["with": _with, "wait": _wait, "asked": _asked] }

  /// The options as words of a command line.
  var words: [String] {
    guard let with else { return [] }
    let provider = asked.provider.map { ["--provider", $0] } ?? []
    let waiting = wait == .standard ? [] : ["--wait", wait.defaultValueDescription]
    return ["--with", with.rawValue] + waiting + provider
  }

  /// Checks the options.
  ///
  /// - Parameter output: The output options, which may request the field `metadata`.
  func validate(_ output: JSONOptions) throws {
    guard with == nil, output.isJSON, try output.keys().contains(.other(MetadataJSON.key)) else { return }
    throw ValidationError("the field \(MetadataJSON.key) needs --with metadata")
  }

  /// Fetches missing metadata for the books on a page, if the user requested it and the catalog is writable. If the
  /// provider does not respond, prints a note instead of failing, so that the list still appears.
  ///
  /// - Parameter books: A closure that returns the books on the page. It is called only if metadata is fetched.
  /// - Returns: True if metadata was requested for the page.
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
      console.diagnostics.note("metadata is not available now: \(failure)")
    }
    return true
  }

  /// Returns the source of the metadata states that a list shows; `nil` if the list does not show metadata.
  ///
  /// - Parameter isAwaited: True if metadata was requested for the page.
  func listed(_ console: Console, isAwaited: Bool = false) throws -> ListedMetadata? {
    guard with != nil else { return nil }
    let provider = try MetadataConnections(environment: console.environment).providerName(asked.provider)
    return ListedMetadata(provider: provider, isAwaited: isAwaited)
  }
}

/// A source of metadata states, from one provider.
struct ListedMetadata {
  let provider: String
  /// True if metadata was requested for the page. Books without metadata are then shown as pending.
  let isAwaited: Bool

  func entries(of books: [Book], _ snapshot: CatalogSnapshot) throws -> [MetadataEntry] {
    try snapshot.metadataStates(of: books, from: provider).map { MetadataEntry(provider: provider, state: $0) }
  }

  /// Returns the table cell for a state. On a terminal, the cell contains a bar or a word. For programs, it contains a
  /// number from 0 to 1 or a word.
  func cell(of entry: MetadataEntry, _ settings: TerminalSettings) -> TableCell {
    let isTerminal = settings.isTerminal
    switch entry.state {
    case .loaded(let found):
      guard let score = found.metadata.score else { return TableCell(isTerminal ? settings.symbols.rangeDash : "") }
      let text = isTerminal ? RatingBar(symbols: settings.symbols).text(score) : score.roundedToThousandths
      return TableCell(text, style: RatingBar.style(of: score))
    case .notFound: return TableCell(isTerminal ? settings.symbols.rangeDash : "none", style: .dim)
    case .failed: return TableCell("failed", style: .red)
    case .waiting, .loading: return TableCell("pending", style: .dim)
    case .notAsked: return isAwaited ? TableCell("pending", style: .dim) : ""
    }
  }
}

extension Double {
  /// The score as printed for programs, with at most three decimals, such as `0.786`.
  fileprivate var roundedToThousandths: String { ((self * 1_000).rounded() / 1_000).shortest }
}
