import Catalog
import CatalogServer
import CatalogSources
import CommandLineKit

struct ServeCertificateCommand: CatalogCommand {
  static let configuration = CommandConfiguration(
    commandName: "certificate", abstract: "Make a certificate of your own, for https.",
    discussion: """
      A browser that has not seen it asks once whether to trust it: compare the fingerprint there with the one that is printed
      here. Whoever has the key can pose as your server: the file is for you alone, and stays on this machine.
      """,
    examples: [
      Example("catalog serve certificate"),
      Example("catalog serve certificate --host-name books.home --folder ~/certificates"),
    ], group: .sources)

  @Option(
    help: "A name or an address by which the server is asked (repeatable); without any, those of this machine.",
    valueName: "name") var hostName: [String] = []
  @Option(help: "Where the two files are put.", valueName: "folder", completion: .file()) var folder = "."
  @Flag(help: "Replace the two files where they exist: a new certificate has to be trusted anew.") var force = false
  @OptionGroup var global: GlobalOptions

  var declarations: ArgumentDeclarations {
    ["hostName": _hostName, "folder": _folder, "force": _force, "global": _global]
  }

  mutating func run() throws {
    let names = hostName.isEmpty ? OwnNames.all() : hostName
    let (certificate, key) = ("\(folder)/catalog-certificate.pem", "\(folder)/catalog-key.pem")
    // Checks that both files can be written before writing either, because a key alone is useless.
    let files = try [certificate, key].map { try OutputFile(path: $0, replaces: force, catalog: global.path) }
    let made = try SelfSignedCertificate(of: names)
    for (file, text) in zip(files, [made.certificate, made.key]) { try file.write(Array(text.utf8)) }
    for file in files { try file.finish() }
    let console = global.console
    try console.line("made \(certificate) and \(key), of \(names.joined(separator: ", "))")
    try console.line("good until \(PartialDate.day(at: made.end)); its fingerprint (SHA-256) is \(made.fingerprint)")
    let command = global.commandLine(
      ["serve", "--listen", "0.0.0.0:2665"]
        + names.filter { NetworkAddress($0) == nil && $0 != "localhost" }
        .flatMap { ["--host-name", $0] } + ["--tls-cert", certificate, "--tls-key", key])
    console.diagnostics.hint("serve with it: \(command)")
  }
}
