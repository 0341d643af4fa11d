import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct SourceSetCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change the settings of a source.",
    discussion:
      """
      An empty user, --user "", stops logging in. A new address is read on from where the old one stopped. A password that no
      source needs any more is forgotten.

      Of a source that is yours (--mine) ratings, read states and fields of your own count as your word, as long as you have
      said nothing else: so do imports and calibre libraries. Of others they are left alone.
      """,
    examples: [
      Example("catalog source set home --every 1d"),
      Example("catalog source set home --every never", "only when it is named"),
      Example("catalog source set home --url http://192.0.2.7:8080"),
      Example("catalog source set club --user reader", "also for a new password"),
      Example("catalog source set club --mine", "its ratings are yours"),
    ], group: .sources)

  @Option(name: .customLong("name"), help: "Another name for it.", valueName: "name") var newName: String?
  @Option(help: "Another address, or path of a file or folder.", valueName: "url", completion: .file()) var url: String?
  @OptionGroup(title: "Login") var login: LoginOptions
  @Option(help: "How often 'refresh --due' checks it: 30m, 6h, 1d, never.", valueName: "time") var every:
    RefreshInterval?
  @Flag(help: "Take what it says of ratings, read states and your own fields for your word.") var mine = false
  @Flag(help: "Leave what it says of these alone.") var notMine = false
  @OptionGroup var global: GlobalOptions
  @Argument(help: "The source's name.", valueName: "name", completion: .values(.source)) var name: String

  var declarations: ArgumentDeclarations {
    [
      "newName": _newName, "url": _url, "login": _login, "every": _every, "mine": _mine, "notMine": _notMine,
      "global": _global, "name": _name,
    ]
  }

  mutating func validate() throws {
    if newName == nil, url == nil, login.user == nil, !login.passwordStdin, every == nil, !mine, !notMine {
      throw ValidationError("say what to change: --every, --user, --url, --mine or --name")
    }
    if mine, notMine { throw ValidationError("--mine or --not-mine, not both") }
    if login.user == "", login.passwordStdin { throw ValidationError("an empty --user has no password") }
  }

  mutating func run() throws {
    let catalog = try global.openForWriting(needsBooks: true)
    let name = name
    let source = try catalog.read { try SourceArguments.source(name, $0) }
    var settings: [SourceSetting] = []
    if let url {
      settings.append(
        .location(try SourceLocation(url, kind: source.kind, in: FileManager.default.currentDirectoryPath).text))
    }
    if let user = login.user { settings.append(.user(user.isEmpty ? nil : user)) }
    if let every { settings.append(.every(every.duration)) }
    if mine || notMine { settings.append(.isMine(mine)) }
    if let newName { settings.append(.name(newName)) }
    let login = try newLogin(of: source, settings)
    let changed = try catalog.write { transaction in
      let changed = try transaction.setSource(source.name, settings)
      try login?.keep()
      return changed
    }
    let sources = try catalog.read { try $0.sources() }
    if let owner = try SourceLogin.forget(source, sources: sources, global.console) {
      global.console.diagnostics.note("the password of \(owner) is forgotten")
    }
    try report(source, changed, hasNewPassword: login != nil)
  }

  /// Reads a new password if the source needs one, for another user or another server.
  private func newLogin(of source: CatalogSource, _ settings: [SourceSetting]) throws -> SourceLogin? {
    var (user, location) = (source.user, source.location)
    for setting in settings {
      if case .user(let new) = setting { user = new }
      if case .location(let new) = setting { location = new }
    }
    guard !source.kind.isPath, let user, let location else {
      if login.passwordStdin || login.user?.isEmpty == false {
        throw ValidationError(
          source.kind.isPath
            ? "nobody logs in to a \(source.kind.rawValue)"
            : "--password-stdin needs --user, since \(source.name) has none")
      }
      return nil
    }
    let isOther = try HTTPOrigin(of: location) != source.location.map { try HTTPOrigin(of: $0) }
    guard login.passwordStdin || login.user != nil || isOther else { return nil }
    return try login.login(of: user, at: location, global.console)
  }

  private func report(_ old: CatalogSource, _ new: CatalogSource, hasNewPassword: Bool) throws {
    let arrow = global.console.outputSettings.symbols.arrow
    func difference(_ label: String, _ old: String?, _ new: String?) -> String? {
      old == new ? nil : "\(label) \(old ?? "none") \(arrow) \(new ?? "none")"
    }
    func interval(_ source: CatalogSource) -> String { RefreshInterval(source.every).description }
    let parts = [
      difference("name", old.name, new.name), difference("address", old.location, new.location),
      difference("user", old.user, new.user), difference("every", interval(old), interval(new)),
      difference("mine", old.isMine ? "yes" : "no", new.isMine ? "yes" : "no"),
      hasNewPassword ? "password" : nil,
    ].compactMap(\.self)
    try global.console.line(parts.isEmpty ? "nothing changed" : "changed \(old.name): \(parts.joined(separator: ", "))")
  }
}

extension SourceSetCommand {
  var situation: ErrorSituation? { .changingSource(name: name, url: url) }
}
