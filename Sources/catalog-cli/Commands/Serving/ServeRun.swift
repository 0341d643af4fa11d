import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

/// One run of the server, from start to end.
struct ServeRun: Sendable {
  /// The default address. On a telephone keypad, its port spells “BOOK”.
  static let defaultAddress = "127.0.0.1:2665"

  /// The catalog to serve; `nil` for sample books.
  let catalog: BookCatalog?
  /// The name of the catalog in messages.
  let name: String
  /// The addresses to listen on. If the list is empty, the server uses the sockets opened by systemd, or else the
  /// default address.
  let addresses: [ListenAddress]
  let basePath: String
  let options: HTTPServer.Options
  let console: Console
  let typed: TypedCommand
  let covers: CoverCache
  /// The prefix of the addresses of the provider's covers; `nil` to fetch none of them.
  let coverHost: String?
  /// The means to fetch covers from other hosts; `nil` to fetch none of them.
  let bookCovers: BookCovers?
  /// The provider that users can search for books to add; `nil` if the provider in the settings does not support
  /// searching.
  let online: OpenLibraryProvider?
  /// True to look up no books on the web.
  let isOffline: Bool
  /// True if everyone on this machine may change the catalog.
  let allowsEdits: Bool
  /// True if guests on other machines can see only the login page.
  let requiresLogin: Bool
  /// The limited roles, each with its query.
  let roles: LimitedRoles

  /// Serves until the task is cancelled.
  ///
  /// - Throws: ``CommandError`` if the catalog's file was removed or replaced.
  func callAsFunction() async throws {
    if let catalog { return try await serve(catalog) }
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let samples = try await BookCatalog.open(folder.path + "/catalog.db")
    _ = try await samples.syncEngine(sources: [SampleSource()]).refresh()
    try await serve(samples)
  }

  private func serve(_ catalog: BookCatalog) async throws {
    if let (role, problem) = try await catalog.read({ try roles.problems(in: $0) }).first {
      throw CommandError.unclearQuery("--role \(role): \(problem)")
    }
    let site = CatalogSite(
      catalog, basePath: basePath, covers: covers, coverHost: coverHost, bookCovers: bookCovers, images: ImageHelper(),
      online: online,
      allowsEdits: allowsEdits,
      requiresLogin: requiresLogin, roles: roles,
      connect: { [connections = SourceConnections(environment: console.environment)] in connections.bookSource(of: $0)
      },
      completer: try MetadataConnections(environment: console.environment).completer(
        catalog, isOffline: isOffline, console.diagnostics),
      command: { hint, showsPaths in (showsPaths ? typed : typed.withoutPath).line(Self.words(of: hint)) })
    let listenAddresses = try addresses.isEmpty ? [ListenAddress(Self.defaultAddress)] : addresses
    let server =
      try (addresses.isEmpty ? HTTPServer.activated(site, options: options) : nil)
      ?? HTTPServer(at: listenAddresses, site, options: options)
    let lost: CatalogChange?
    do {
      try report(server, site)
      lost = try await Self.lost(catalog)
    } catch  where Interruption.isCause(of: error) {
      // The task was cancelled before the file was watched.
      lost = nil
    } catch {
      await server.stop()
      await site.stop()
      throw error
    }
    await server.stop()
    await site.stop()
    if let lost { throw CommandError.missing(lost, verb: "serve", catalog) }
  }

  /// Waits until the catalog's file is removed or replaced, and returns that change. Returns `nil` if the task is
  /// cancelled first.
  private static func lost(_ catalog: BookCatalog) async throws -> CatalogChange? {
    for try await change in try catalog.changes() {
      switch change {
      case .books, .many: continue
      case .fileMissing, .fileReplaced: return change
      }
    }
    return nil
  }

  /// Prints the addresses and, on a terminal, a QR code of the first address that other devices can open. If an address
  /// uses plain HTTP, also prints a note that other devices cannot see private data there.
  private func report(_ server: HTTPServer, _ site: CatalogSite) throws {
    var code: QRCode?
    for address in server.addresses {
      let locations = locations(of: address, basePath: site.basePath)
      try console.line(
        "serving \(catalog == nil ? "sample books" : name) at \(locations[0])  (Ctrl-C stops the server)")
      for location in locations.dropFirst() { try console.line("also at \(location)") }
      guard case .tcp(let network, _) = address, !network.isLoopback else { continue }
      if code == nil, console.isTerminal { code = QRCode(locations[0]) }
      guard options.tls == nil, options.proxies.isEmpty else { continue }
      console.diagnostics.note(
        "over plain HTTP other devices don't see notes, reviews and copies. Use --tls-cert and --tls-key, or a proxy.")
    }
    let settings = console.outputSettings
    if let code, settings.usesColor, settings.symbols == .unicode, code.columns <= settings.width {
      for line in code.lines { try console.print(line + "\n") }
    }
    try console.output.flush()
    guard let catalog else { return }
    try reportAccounts(of: catalog)
  }

  /// Returns the locations to open for an address. An address that represents all addresses of the machine cannot be
  /// opened, so those that other devices can open come first, and then the one for this machine.
  private func locations(of address: ListenAddress, basePath: String) -> [String] {
    guard case .tcp(let network, let port) = address else { return [address.description] }
    let scheme = options.tls == nil ? "http" : "https"
    var addresses = [network]
    if network.isUnspecified {
      let loopback = NetworkAddress(network.bytes.count == 16 ? "::1" : "127.0.0.1")
      addresses = OwnNames.addresses(listening: network) + [loopback].compactMap(\.self)
    }
    return addresses.map { "\(scheme)://\(ListenAddress.tcp($0, port: port))\(basePath)/" }
  }

  /// Warns about accounts that cannot see any books, and about guests that may see more than intended.
  private func reportAccounts(of catalog: BookCatalog) throws {
    let (accounts, blind) = try catalog.read { (try $0.accounts(), try roles.accountsWithoutBooks(in: $0)) }
    if requiresLogin, accounts.isEmpty { console.diagnostics.note("no account can log in yet; \(typed.addAccount)") }
    for account in blind {
      console.diagnostics.warning(
        "\(account.name) can't see any books. Start with --role \(account.role.rawValue)=QUERY to choose the books of "
          + "the role \(quoted(account.role.rawValue)).")
    }
    guard !roles.isEmpty, !requiresLogin else { return }
    console.diagnostics.note("people who do not log in see all books; use --require-login to prevent that")
  }

  /// Returns the words of a command that a web page suggests to the user.
  private static func words(of hint: CommandHint) -> [String] {
    switch hint {
    case .addBooks: ["import", "FILE"]
    case .addSource: ["source", "add", "NAME"]
    case .addSamples: ["refresh", "samples"]
    case .allowEdits: ["serve", "--allow-edits"]
    case .edit(let book): ["edit", String(book)]
    case .rate(let book): ["rate", String(book), "4.5"]
    case .mark(let book): ["mark", String(book), "read"]
    case .tag(let book): ["tag", String(book), "+later"]
    case .resolve(let book, let field, let side):
      ["conflicts", "resolve", String(book), field, side == .mine ? "--mine" : "--theirs"]
    case .merge(let books): ["merge"] + books.map(String.init)
    case .distinct(let books): ["duplicates", "distinct"] + books.map(String.init)
    case .undo(let step): ["undo", String(step)]
    }
  }
}
