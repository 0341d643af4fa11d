import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", meanings: ["server", "http", "web", "api", "daemon", "opds", "e-reader", "page", "browser"],
    abstract: "Show the catalog in a browser and on e-readers, and serve it to programs.",
    discussion: """
      Open the address in a browser to see your books. E-readers such as KOReader use /opds as a catalog, including the
      files that sources have on this machine. Programs get JSON: /?q=QUERY is a page of the matching books, with sort=,
      page=, size= and fields=. /.jsonl and /.csv contain all of them. /book/42 is a book, /statistics?year=2024 has
      statistics, and /openapi.json describes the rest. The objects are the same as with --json ('catalog help json').
      Repeated requests are cheap: the server answers 304 Not Modified until something changes.

      The server is read-only unless --allow-edits lets anyone on this computer edit books in the browser and with PATCH
      requests. Each change is a step that undo can undo. Without --listen, the server accepts only connections from
      this computer. Over plain HTTP, other devices don't see private data. Use a certificate ('serve certificate'), or
      a proxy that you name with --trusted-proxy. 'serve user add' adds an account; from then on, only people who log in
      as an owner see private data. With --role child='tag:children', accounts with the role child see only the books
      that match the query, and no trace of other books.

      Covers that books name on the web are fetched and stored if the setting covers = on or the owner's answer after
      an import allows it ('catalog help environment'). --offline fetches nothing. Sockets opened by systemd are used if --listen is not given.
      Ctrl-C stops the server after it has sent the pending responses.
      """,
    examples: [
      Example("catalog serve", "at \(ServeRun.defaultAddress)"),
      Example("catalog serve --allow-edits", "and edit books in the browser"),
      Example("curl '127.0.0.1:2665/?q=dune&fields=id,title'"),
      Example("catalog serve --listen unix:/run/user/1000/catalog.sock", "only for your own programs"),
      Example("catalog serve --listen 0.0.0.0:2665", "and open it on a phone: scan the QR code"),
      Example("catalog serve --listen 0.0.0.0:2665 --tls-cert chain.pem --tls-key key.pem", "for others, over HTTPS"),
      Example("catalog serve --require-login --role child='tag:children'", "a role that sees only some books"),
      Example("catalog serve --demo", "try it with sample books"),
    ], group: .sources,
    subcommands: [
      ServeStartCommand.self, ServeCertificateCommand.self, ServeUserCommand.self, ServeDeviceCommand.self,
    ],
    defaultSubcommand: ServeStartCommand.self)

  var declarations: ArgumentDeclarations { [:] }
}

struct ServeStartCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Serve until Ctrl-C.", examples: [Example("catalog serve")], group: .sources)

  @Option(help: "Listen on an address with a port, or on unix:PATH (repeatable).", valueName: "address")
  var listen: [String] = []
  @Option(help: "An additional host name to accept (repeatable).", valueName: "name") var hostName: [String] = []
  @Option(help: "The certificate as a PEM file; needs --tls-key.", valueName: "file", completion: .file())
  var tlsCert: String?
  @Option(help: "The key of the certificate as a PEM file.", valueName: "file", completion: .file())
  var tlsKey: String?
  @Option(help: "The path under which a proxy forwards requests.", valueName: "path") var basePath: String?
  @Option(
    help: "Trust X-Forwarded-For, -Proto and -Host from this address or network, or 'unix' (repeatable).",
    valueName: "address") var trustedProxy: [String] = []
  @Option(help: "The header in which a trusted proxy names the person who has logged in.", valueName: "field")
  var proxyUserHeader: String?
  @Flag(help: "Require people on other devices to log in.") var requireLogin = false
  @Option(
    help: "A role whose accounts see only the books that match a query (repeatable).",
    valueName: "name=query") var role: [String] = []
  @Flag(help: "Let anyone on this computer edit the catalog in the browser.") var allowEdits = false
  @Flag(help: "Don't fetch covers or look up books on the web.") var offline = false
  @Flag(help: "Log each request to standard error.") var log = false
  @Flag(help: "Serve sample books instead of a catalog.") var demo = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations {
    [
      "listen": _listen, "hostName": _hostName, "tlsCert": _tlsCert, "tlsKey": _tlsKey, "basePath": _basePath,
      "trustedProxy": _trustedProxy, "proxyUserHeader": _proxyUserHeader, "requireLogin": _requireLogin,
      "role": _role, "allowEdits": _allowEdits, "offline": _offline, "log": _log, "demo": _demo, "global": _global,
    ]
  }

  mutating func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) { throw ValidationError("--tls-cert and --tls-key must be used together") }
    if let wrong = trustedProxy.first(where: { $0 != "unix" && Network($0) == nil }) {
      throw ValidationError("--trusted-proxy \(wrong): not an address, a network such as 10.0.0.0/8, or unix")
    }
    if let wrong = hostName.first(where: { !HostNames.isName($0) }) {
      throw ValidationError("--host-name \(wrong): not a host name such as books.example, without a port")
    }
    if let proxyUserHeader, !TrustedProxies.isFieldName(proxyUserHeader) {
      throw ValidationError("--proxy-user-header \(proxyUserHeader): not a valid header name (try Remote-User)")
    }
    if proxyUserHeader != nil, trustedProxy.isEmpty {
      throw ValidationError("--proxy-user-header needs --trusted-proxy")
    }
    if let basePath, !Router.isBasePath(basePath) {
      throw ValidationError("--base-path \(basePath): not a path such as /books, of letters, digits, -, ., _ and ~")
    }
    do { _ = try LimitedRoles(role) } catch { throw ValidationError("--role: \(error)") }
    for address in listen {
      do { _ = try ListenAddress(address) } catch { throw ValidationError("--listen: \(error)") }
    }
    if allowEdits, global.readOnly { throw ValidationError("--allow-edits cannot be combined with --read-only") }
    if demo, global.db != nil { throw ValidationError("--demo cannot be combined with --db") }
  }

  mutating func run() throws {
    // A path that was typed may have a mistake. Without one, this is the first start on a new machine.
    let isNew = !demo && !global.exists
    guard !isNew || allowEdits || (global.db == nil && !global.readOnly) else {
      throw CommandError.noFile(verb: "serve", path: global.path)
    }
    let connections = MetadataConnections(environment: global.console.environment)
    let settings = try Settings(environment: global.console.environment)
    let options = try options()
    // Each connection needs one file descriptor, and a second one while it sends a file.
    ProcessMeans.allowOpenFiles(UInt(options.limits.connections) * 2)
    let run = ServeRun(
      catalog: try demo ? nil : isNew ? global.openForWriting() : global.openForReading(), name: global.path,
      addresses: try listen.map { try ListenAddress($0) },
      basePath: basePath ?? "", options: options, console: global.console, typed: global.typed,
      covers: try connections.covers(isOffline: offline),
      coverHost: offline || settings.covers == .off ? nil : settings.openLibraryCovers,
      bookCovers: try connections.bookCovers(isOffline: offline),
      online: offline ? nil : try connections.provider(nil) as? OpenLibraryProvider,
      isOffline: offline, allowsEdits: allowEdits,
      requiresLogin: requireLogin, roles: try LimitedRoles(role))
    try Interruption.cancelling { try await run() }
    throw ExitCode.interrupted
  }

  private func options() throws -> HTTPServer.Options {
    var options = HTTPServer.Options()
    options.hostNames = hostName
    options.proxies = TrustedProxies(
      trustedProxy.compactMap { Network($0) }, unix: trustedProxy.contains("unix"), userField: proxyUserHeader)
    if let tlsCert, let tlsKey {
      options.tls = try TLSIdentity(certificate: Self.text(of: tlsCert), key: Self.text(of: tlsKey))
    }
    let diagnostics = global.console.diagnostics
    if log { options.log = { diagnostics.line($0) } }
    options.failed = { diagnostics.line("error: \($0)") }
    return options
  }

  /// Returns the text of a PEM file of at most 1 MiB. A certificate with its chain takes a few kilobytes.
  private static func text(of path: String) throws -> String {
    String(decoding: try PrivateFile.bytes(at: path, atMost: 1_048_576), as: UTF8.self)
  }
}
