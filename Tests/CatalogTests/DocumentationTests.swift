import CatalogSources
import FoundationEssentials
import Testing

/// The documents are read from the folder that these tests were compiled in.
@Suite("The documents")
struct DocumentationTests {
  @Test("have no relative link that leads nowhere")
  func links() throws {
    let documents = try Repository.files(endingIn: ".md")
    #expect(documents.contains("README.md") && documents.contains("docs/json.md"))
    for document in documents {
      let folder = document.split(separator: "/").dropLast().joined(separator: "/")
      for target in Markdown(try Repository.text(of: document)).relativeLinks {
        #expect(
          Repository.exists(folder.isEmpty ? target : "\(folder)/\(target)"), "\(document) links to \(target)")
      }
    }
  }

  @Test("describe every key of a book's JSON in docs/json.md, in order")
  func keys() throws {
    let section = try Repository.text(of: "docs/json.md").section("## Books")
    #expect(Markdown(section).firstColumn == BookJSON.keys)
  }

  @Test("name in README the commands that run and test the project")
  func commands() throws {
    let lines = try Repository.text(of: "README.md").split(separator: "\n")
    for command in ["scripts/run", "scripts/test", "scripts/install --prefix ~/.local"] {
      let isShown = lines.contains { $0 == "$ \(command)" || $0.hasPrefix("$ \(command) ") }
      #expect(isShown, "README does not show \(command)")
      #expect(Repository.exists(String(command.prefix { $0 != " " })))
    }
  }

  @Test("show in README the program that Examples/Embedding compiles")
  func example() throws {
    let program = try Repository.text(of: "Examples/Embedding/Sources/readme/Books.swift")
    #expect(try Repository.text(of: "README.md").contains("```swift\n\(program)```"))
  }
}

/// What a Markdown document says outside its code.
private struct Markdown {
  private let lines: [Substring]

  init(_ text: String) {
    var isCode = false
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.hasPrefix("```") {
        isCode.toggle()
        return false
      }
      return !isCode
    }
  }

  /// The files that links lead to, without fragments; links to other hosts and within the document left out.
  var relativeLinks: [String] {
    lines.flatMap { line in
      // Every other piece between backticks is code.
      let text = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
      return text.split(separator: "](").dropFirst().map { $0.prefix { $0 != ")" && $0 != "#" } }
        .filter { !$0.isEmpty && !$0.contains("://") && !$0.hasPrefix("mailto:") }.map(String.init)
    }
  }

  /// The cells of the first table, without its header and without backticks.
  var rows: [[String]] {
    lines.drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { String($0.filter { $0 != "`" }).trimmingSpaces }
    }
  }

  var firstColumn: [String] { rows.compactMap(\.first) }
}

extension String {
  /// What stands below a heading, up to the next one of its kind.
  fileprivate func section(_ heading: String) -> String {
    guard let start = firstRange(of: "\(heading)\n")?.upperBound else { return "" }
    let rest = self[start...]
    return String(rest.firstRange(of: "\n## ").map { rest[..<$0.lowerBound] } ?? rest)
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String { split(separator: " ").joined(separator: " ") }
}

/// The files of the project, by their paths in it.
private enum Repository {
  private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }

  /// The files below a folder, those in hidden folders left out.
  static func files(endingIn suffix: String, in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted().flatMap { name -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasPrefix(".") { return [] }
      var isFolder = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) else { return [] }
      if isFolder { return try files(endingIn: suffix, in: path) }
      return name.hasSuffix(suffix) ? [path] : []
    }
  }
}
