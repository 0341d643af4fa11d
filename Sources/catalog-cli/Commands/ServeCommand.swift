import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", meanings: ["server", "http", "web", "api", "daemon", "opds", "e-reader", "page", "browser"],
    abstract: "Show the catalog in a browser and on e-readers, and serve it to programs.",
    discussion: """
      A browser that opens the address sees the books. E-readers such as KOReader take /opds as a catalog, with the files that
      sources have on this machine. Programs get JSON: /?q=QUERY is a page of the books that a query finds, with sort=, page=,
      size= and fields=; /.jsonl and /.csv are all of them; /book/42 is a book, /statistics?year=2024 what was read, and
      /openapi.json tells of the rest. The objects are those of --json ('catalog help json').
      Whoever has a page asks again at no cost: it is answered by 304 until something changes.

      It reads and changes nothing unless --allow-edits lets whoever uses this machine change books in the page, and by PATCH;
      each change is a step that undo takes back. Without --listen only programs of this machine are answered. On other addresses nothing
      private is shown by plain HTTP, where others can read along: 'serve certificate' makes a certificate, or set a proxy in
      front and name it with --trusted-proxy. 'serve user add' makes an account: then who logs in as its owner is shown what is
      private, and nobody else. With --role child='tag:children' an account of the role child reads the books that the query finds,
      and is not told that there are others. Sockets that systemd opened are taken where --listen is not given. Ctrl-C ends it once the
      answers under way are sent.
      """,
    examples: [
      Example("catalog serve", "at \(ServeRun.usualAddress)"),
      Example("catalog serve --allow-edits", "and change books in the page"),
      Example("curl '127.0.0.1:2665/?q=dune&fields=id,title'"),
      Example("catalog serve --listen unix:/run/user/1000/catalog.sock", "for programs of yours alone"),
      Example("catalog serve --listen 0.0.0.0:2665 --tls-cert chain.pem --tls-key key.pem", "for others, by https"),
      Example("catalog serve --require-login --role child='tag:children'", "a role that sees some books"),
      Example("catalog serve --demo", "sample books, to look at it"),
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

  @Option(help: "Listen at an address with a port, or at unix:PATH (repeatable).", valueName: "address")
  var listen: [String] = []
  @Option(help: "Answer to this name, too (repeatable).", valueName: "name") var hostName: [String] = []
  @Option(help: "A file with the certificate, in PEM; needs --tls-key.", valueName: "file", completion: .file())
  var tlsCert: String?
  @Option(help: "A file with the key of the certificate, in PEM.", valueName: "file", completion: .file())
  var tlsKey: String?
  @Option(help: "The path below which a proxy passes requests on.", valueName: "path") var basePath: String?
  @Option(
    help: "Believe X-Forwarded-For, -Proto and -Host of this address or network, or of 'unix' (repeatable).",
    valueName: "address") var trustedProxy: [String] = []
  @Option(help: "Believe this field of a trusted proxy about who has logged in.", valueName: "field")
  var proxyUserHeader: String?
  @Flag(help: "Show guests of other machines nothing: they must log in.") var requireLogin = false
  @Option(
    help: "A role whose accounts see the books that a query finds, and no others (repeatable).",
    valueName: "name=query") var role: [String] = []
  @Flag(help: "Let whoever uses this machine change the catalog in the page.") var allowEdits = false
  @Flag(help: "Write a line for each request to standard error.") var log = false
  @Flag(help: "Serve sample books in place of a catalog.") var demo = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations {
    [
      "listen": _listen, "hostName": _hostName, "tlsCert": _tlsCert, "tlsKey": _tlsKey, "basePath": _basePath,
      "trustedProxy": _trustedProxy, "proxyUserHeader": _proxyUserHeader, "requireLogin": _requireLogin,
      "role": _role, "allowEdits": _allowEdits, "log": _log, "demo": _demo, "global": _global,
    ]
  }

  mutating func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) { throw ValidationError("--tls-cert and --tls-key belong together") }
    if let wrong = trustedProxy.first(where: { $0 != "unix" && Network($0) == nil }) {
      throw ValidationError("--trusted-proxy is an address, a network such as 10.0.0.0/8, or unix: \(wrong)")
    }
    if let wrong = hostName.first(where: { !HostNames.isName($0) }) {
      throw ValidationError("--host-name is a name such as books.example, without a port: \(wrong)")
    }
    if let proxyUserHeader, !TrustedProxies.isFieldName(proxyUserHeader) {
      throw ValidationError("--proxy-user-header is the name of a field such as Remote-User: \(proxyUserHeader)")
    }
    if proxyUserHeader != nil, trustedProxy.isEmpty {
      throw ValidationError("--proxy-user-header needs --trusted-proxy: nobody else is believed")
    }
    if let basePath, !Router.isBasePath(basePath) {
      throw ValidationError("--base-path is a path such as /books, of letters, digits, -, ., _ and ~: \(basePath)")
    }
    do { _ = try LimitedRoles(role) } catch { throw ValidationError("--role: \(error)") }
    for address in listen {
      do { _ = try ListenAddress(address) } catch { throw ValidationError("--listen: \(error)") }
    }
    if allowEdits, global.readOnly { throw ValidationError("--allow-edits and --read-only contradict each other") }
    if demo, global.db != nil { throw ValidationError("--demo serves sample books: leave --db out") }
  }

  mutating func run() throws {
    guard demo || global.exists else { throw CommandError.noFile(verb: "serve", path: global.path) }
    let environment = global.console.environment
    let options = try options()
    // Each connection needs one descriptor, and some need another for the file being sent.
    ProcessMeans.allowOpenFiles(UInt(options.limits.connections) * 2)
    let run = ServeRun(
      catalog: try demo ? nil : global.openForReading(), name: global.path,
      addresses: try listen.map { try ListenAddress($0) },
      basePath: basePath ?? "", options: options, console: global.console, typed: global.typed,
      covers: try MetadataConnections(environment: environment).covers(isOffline: false),
      coverHost: try Settings(environment: environment).openLibraryCovers,
      online: try MetadataConnections(environment: environment).provider(nil) as? OpenLibraryProvider,
      allowsEdits: allowEdits,
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

  /// Returns the text of a PEM file of at most 1 MiB. A certificate with its chain has a few kilobytes.
  private static func text(of path: String) throws -> String {
    String(decoding: try PrivateFile.bytes(at: path, atMost: 1_048_576), as: UTF8.self)
  }
}
