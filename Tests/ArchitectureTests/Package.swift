import Foundation

/// The modules of the package and their dependencies, as two documents state them.
enum Package {
  /// Returns the dependencies that `Package.swift` declares.
  static func dependencies(in text: String) -> [String: Set<String>] {
    let declaration = /\.(?:target|executableTarget)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    var dependencies: [String: Set<String>] = [:]
    for match in text.matches(of: declaration) {
      let names = (match.2 ?? "").matches(of: /"([^"]+)"/).map { String($0.1) }
      dependencies[String(match.1)] = Set(names)
    }
    return dependencies
  }

  /// Returns the dependencies in the architecture diagram's lines, `module → module, module`.
  static func diagram(in text: String) -> [String: Set<String>] {
    var dependencies: [String: Set<String>] = [:]
    for match in text.matches(of: /(?m)^([\w-]+) +→ *(.*)$/) {
      dependencies[String(match.1)] = Set(match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        .subtracting(["–"])
    }
    return dependencies
  }
}
