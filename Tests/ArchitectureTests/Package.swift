import Foundation

/// The modules of the package and what each depends on, as two documents have it.
enum Package {
  /// By what `Package.swift` declares.
  static func dependencies(in text: String) -> [String: Set<String>] {
    let declaration = /\.(?:target|executableTarget)\(\s*name: "([^"]+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    var dependencies: [String: Set<String>] = [:]
    for match in text.matches(of: declaration) {
      let names = (match.2 ?? "").matches(of: /"([^"]+)"/).map { String($0.1) }
      dependencies[String(match.1)] = Set(names)
    }
    return dependencies
  }

  /// By the lines `module → module, module` of the architecture's diagram.
  static func diagram(in text: String) -> [String: Set<String>] {
    var dependencies: [String: Set<String>] = [:]
    for match in text.matches(of: /(?m)^([\w-]+) +→ *(.*)$/) {
      dependencies[String(match.1)] = Set(match.2.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
        .subtracting(["–"])
    }
    return dependencies
  }
}
