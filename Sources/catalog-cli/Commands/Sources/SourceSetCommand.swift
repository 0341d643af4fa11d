import Catalog
import CatalogSources
import CommandLineKit
import FoundationEssentials

struct SourceSetCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change the settings of a source.",
    discussion:
      """
      --user "" removes the login. After a change of address, refreshes continue where they stopped. A password that no
      source uses any more is deleted.

      If a source is yours (--mine), its ratings, reading statuses and custom fields count as your own values, unless
      you set others. Imports and calibre libraries are yours, too. From all other sources, these values are ignored.
      """,
    examples: [
      Example("catalog source set home --every 1d"),
      Example("catalog source set home --every never", "refresh it only by name"),
      Example("catalog source set home --url http://192.0.2.7:8080"),
      Example("catalog source set club --user reader", "set or change the login"),
      Example("catalog source set club --mine", "use its ratings as yours"),
    ], group: .sources)

  @Option(name: .customLong("name"), help: "A new name.", valueName: "name") var newName: String?
  @Option(help: "A new address, or path of a file or folder.", valueName: "url", completion: .file()) var url: String?
  @OptionGroup(title: "Login") var login: LoginOptions
  @Option(help: "How often 'refresh --due' refreshes it: 30m, 6h, 1d, never.", valueName: "time") var every:
    RefreshInterval?
  @Flag(help: "Use its ratings, reading statuses and custom fields as yours.") var mine = false
  @Flag(help: "Ignore its ratings, reading statuses and custom fields.") var notMine = false
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
      throw ValidationError("no change given; use --every, --user, --url, --mine, --not-mine or --name")
    }
    if mine, notMine { throw ValidationError("use --mine or --not-mine, not both") }
    if login.user == "", login.passwordStdin {
      throw ValidationError("--password-stdin cannot be combined with an empty --user")
    }
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
      global.console.diagnostics.note("deleted the password of \(owner)")
    }
    try report(source, changed, hasNewPassword: login != nil)
  }

  /// Asks for a new password if the new settings require one, because the user or the server changes. Otherwise,
  /// returns `nil`.
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
            ? "a \(source.kind.rawValue) source has no login"
            : "--password-stdin needs --user, because \(source.name) has no user")
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
