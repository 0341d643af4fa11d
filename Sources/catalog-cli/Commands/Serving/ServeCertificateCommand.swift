import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

struct ServeCertificateCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate", abstract: "Create a self-signed certificate for HTTPS.",
    discussion: """
      A browser asks once whether to trust the new certificate. Compare the fingerprint that it shows with the one
      printed here. Anyone with the key can impersonate your server. The key file is readable only by you; keep it on
      this machine.
      """,
    examples: [
      Example("catalog serve certificate"),
      Example("catalog serve certificate --host-name books.home --folder ~/certificates"),
    ], group: .sources)

  @Option(
    help: "A host name or address of the server (repeatable; default: those of this machine).",
    valueName: "name") var hostName: [String] = []
  @Option(help: "The folder for the two files.", valueName: "folder", completion: .file()) var folder = "."
  @Flag(help: "Replace existing files. Browsers must trust the new certificate again.") var force = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations {
    ["hostName": _hostName, "folder": _folder, "force": _force, "global": _global]
  }

  mutating func run() throws {
    let names = hostName.isEmpty ? OwnNames.all() : hostName
    let (certificate, key) = ("\(folder)/catalog-certificate.pem", "\(folder)/catalog-key.pem")
    // Checks both paths before writing either file, because a key without its certificate is useless.
    let files = try [certificate, key].map { try OutputFile(path: $0, replaces: force, catalog: global.path) }
    let made = try SelfSignedCertificate(of: names)
    for (file, text) in zip(files, [made.certificate, made.key]) { try file.write(Array(text.utf8)) }
    for file in files { try file.finish() }
    let console = global.console
    try console.line("created \(certificate) and \(key) for \(names.joined(separator: ", "))")
    try console.line("valid until \(PartialDate.day(at: made.end)); SHA-256 fingerprint: \(made.fingerprint)")
    let command = global.commandLine(
      ["serve", "--listen", "0.0.0.0:2665"]
        + names.filter { NetworkAddress($0) == nil && $0 != "localhost" }
        .flatMap { ["--host-name", $0] } + ["--tls-cert", certificate, "--tls-key", key])
    console.diagnostics.hint("use it: \(command)")
  }
}
