import Foundation
import PackagePlugin

/// Puts the SQL files of `migrations/` into the binary. The folder is reached through a symbolic link inside the target:
/// only then does the package manager notice every added, renamed, deleted and edited file.
@main struct EmbedMigrations: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let inputs = module.sourceFiles(withSuffix: "sql").map(\.url)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedMigrations.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(inputs.count) migrations",
        executable: try context.tool(named: "embed-migrations").url,
        arguments: [output.path] + inputs.map(\.path),
        inputFiles: inputs,
        outputFiles: [output])
    ]
  }
}
