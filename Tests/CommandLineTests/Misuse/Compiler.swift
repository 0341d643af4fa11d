import CatalogTestSupport
import FoundationEssentials

/// The Swift compiler, as somebody who builds an app calls it.
enum Compiler {
  /// Where it is; `nil` on a machine that runs the tests without one.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The folder that the build puts everything into.
  private static let products = Sandbox.executable.dropLast("/catalog".count)

  /// Checks the types of a file that imports the library's modules.
  ///
  /// - Parameter code: the contents of the file.
  static func check(_ code: String) throws -> Outcome {
    let sandbox = Sandbox()
    try sandbox.folder.write("app.swift", code)
    let sources = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources"
    // Of a target with code of its own the build writes the map.
    let maps =
      (["CFile", "CSQLite", "CUTF8Proc"].map { "\(sources)/\($0)" } + ["\(products)/CPCRE2.build"])
      .map { "-Xcc -fmodule-map-file='\($0)/module.modulemap'" }
    return try sandbox.shell(
      """
      '\(path ?? "swiftc")' -typecheck -parse-as-library -swift-version 6 -diagnostic-style llvm \
        -module-cache-path '\(products)/ModuleCache' -I '\(products)/Modules' \(maps.joined(separator: " ")) app.swift
      """)
  }

  /// The errors of a file, by the numbers of their lines, each with the line that it is about.
  static func errors(in output: String) -> [Int: String] {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    var errors: [Int: String] = [:]
    for (line, next) in zip(lines, lines.dropFirst()) {
      let parts = line.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[3] == " error", let number = Int(parts[1]) else { continue }
      errors[number, default: ""] += "\(parts[4])\n\(next)\n"
    }
    return errors
  }
}
