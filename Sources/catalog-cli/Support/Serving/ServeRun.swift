import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

/// A server from its start to its end.
struct ServeRun: Sendable {
  /// “BOOK” on the keys of a telephone.
  static let usualAddress = "127.0.0.1:2665"

  /// What is served; `nil` for sample books.
  let catalog: BookCatalog?
  /// What the catalog is called.
  let name: String
  /// Where it listens; without one at the sockets that systemd opened, else at the usual address.
  let addresses: [ListenAddress]
  let basePath: String
  let options: HTTPServer.Options
  let console: Console
  let typed: TypedCommand
  let covers: CoverCache
  let coverHost: String
  /// Where books are searched that are to be added; `nil` where the settings name somebody who cannot be searched.
  let online: OpenLibraryProvider?
  /// Whether whoever uses this machine may change the catalog.
  let allowsEdits: Bool
  /// Whether guests of other machines are shown nothing but the way in.
  let requiresLogin: Bool
  /// The roles besides ours.
  let roles: LimitedRoles

  /// Serves until the task is cancelled.
  ///
  /// - Throws: ``CommandError`` where the file of the catalog is not the one any more that was opened.
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
      throw CommandError.unclearQuery("of --role \(role): \(problem)")
    }
    let site = CatalogSite(
      catalog, basePath: basePath, covers: covers, coverHost: coverHost, online: online, allowsEdits: allowsEdits,
      requiresLogin: requiresLogin, roles: roles,
      connect: { [connections = SourceConnections(environment: console.environment)] in connections.bookSource(of: $0)
      },
      completer: try MetadataConnections(environment: console.environment).completer(catalog, console.diagnostics),
      command: { hint, showsPaths in (showsPaths ? typed : typed.withoutPath).line(Self.words(of: hint)) })
    let usual = try addresses.isEmpty ? [ListenAddress(Self.usualAddress)] : addresses
    let server =
      try (addresses.isEmpty ? HTTPServer.activated(site, options: options) : nil)
      ?? HTTPServer(at: usual, site, options: options)
    let lost: CatalogChange?
    do {
      try report(server, site)
      lost = try await Self.lost(catalog)
    } catch  where Interruption.isCause(of: error) {
      // Whoever ends it as soon as it serves meets it while it begins to look after the file.
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

  /// What became of the file of a catalog, once it is not the one any more that was opened; `nil` when the task is cancelled before.
  private static func lost(_ catalog: BookCatalog) async throws -> CatalogChange? {
    for try await change in try catalog.changes() {
      switch change {
      case .books, .many: continue
      case .fileMissing, .fileReplaced: return change
      }
    }
    return nil
  }

  /// Says where it listens, and who is not answered there.
  private func report(_ server: HTTPServer, _ site: CatalogSite) throws {
    let scheme = options.tls == nil ? "http" : "https"
    for address in server.addresses {
      let place =
        if case .unix = address { address.description } else { "\(scheme)://\(address)\(site.basePath)/" }
      try console.line("serving \(catalog == nil ? "sample books" : name) at \(place)  (Ctrl-C ends it)")
      guard case .tcp(let network, _) = address, !network.isLoopback, options.tls == nil, options.proxies.isEmpty else {
        continue
      }
      console.diagnostics.note(
        "others on the network are shown nothing private by plain HTTP: give --tls-cert and --tls-key, or a proxy")
    }
    try console.output.flush()
    guard let catalog else { return }
    try reportAccounts(of: catalog)
  }

  /// Says who sees nothing, and who more than may be meant.
  private func reportAccounts(of catalog: BookCatalog) throws {
    let (accounts, blind) = try catalog.read { (try $0.accounts(), try roles.accountsWithoutBooks(in: $0)) }
    if requiresLogin, accounts.isEmpty { console.diagnostics.note("nobody can log in yet: \(typed.addAccount)") }
    for account in blind {
      console.diagnostics.note(
        "\(quoted(account.name)) sees no book: nothing says which are those of the role \(quoted(account.role.rawValue)) "
          + "(--role \(account.role.rawValue)=QUERY)")
    }
    guard !roles.isEmpty, !requiresLogin else { return }
    console.diagnostics.note("who does not log in sees all books: give --require-login, too")
  }

  /// The command that does what a page hints at.
  private static func words(of hint: CommandHint) -> [String] {
    switch hint {
    case .addBooks: ["import", "FILE"]
    case .addSource: ["source", "add", "NAME"]
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
