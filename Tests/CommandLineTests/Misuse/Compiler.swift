import CatalogTestSupport
import FoundationEssentials

/// The Swift compiler as the developer of an app calls it.
enum Compiler {
  /// The path of the compiler, or `nil` on a machine without one.
  static let path: String? = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The folder with the products of the build.
  private static let products = Sandbox.executable.dropLast("/catalog".count)

  /// Type-checks a file that imports the library's modules.
  ///
  /// - Parameter code: The contents of the file.
  static func check(_ code: String) throws -> Outcome {
    let sandbox = Sandbox()
    try sandbox.folder.write("app.swift", code)
    let sources = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources"
    // The build writes the module map of each target with C code.
    let maps =
      (["CFile", "CSQLite", "CUTF8Proc"].map { "\(sources)/\($0)" } + ["\(products)/CPCRE2.build"])
      .map { "-Xcc -fmodule-map-file='\($0)/module.modulemap'" }
    return try sandbox.shell(
      """
      '\(path ?? "swiftc")' -typecheck -parse-as-library -swift-version 6 -diagnostic-style llvm \
        -module-cache-path '\(products)/ModuleCache' -I '\(products)/Modules' \(maps.joined(separator: " ")) app.swift
      """)
  }

  /// Returns the errors of a file by line number, each with the source line.
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
