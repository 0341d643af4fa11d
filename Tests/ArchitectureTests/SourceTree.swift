import Foundation

/// The Swift sources of the package, as text.
struct SourceTree {
  /// The folder that contains the package.
  static let root = String(
    #filePath[..<(#filePath.ranges(of: "/Tests/ArchitectureTests/").last?.lowerBound ?? #filePath.endIndex)])

  /// The sources, read once for all tests.
  static let shared = Result { try SourceTree() }

  let files: [SourceFile]

  init() throws {
    let sources = Self.root + "/Sources"
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
    files = try names.sorted().map { SourceFile(path: $0, text: try Self.text("Sources/" + $0)) }
  }

  /// Returns the text of a file of the package.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: root + "/" + path)), as: UTF8.self)
  }

  /// Returns the bytes of a file of the package as base64, in lines of the given width.
  static func base64(_ path: String, width: Int) throws -> String {
    let text = try Data(contentsOf: URL(filePath: root + "/" + path)).base64EncodedString()
    return stride(from: 0, to: text.count, by: width).map { text.dropFirst($0).prefix(width) + "\n" }.joined()
  }

  /// Returns the names of the files and folders in a folder of the package, sorted.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).sorted()
  }

  /// Returns the files of a module.
  func module(_ name: String) -> [SourceFile] { files.filter { $0.module == name } }

  /// Returns the uses between folders, with the types that each use mentions. For each file that mentions a type of
  /// another file, the use is between the two folders below the innermost folder that contains both files. A file next
  /// to folders counts as part of a folder “.” there.
  func uses(in module: String) -> [FolderUse: Set<String>] {
    let files = self.module(module)
    var declaring: [String: [SourceFile]] = [:]
    for file in files { for type in file.declaredTypes { declaring[type, default: []].append(file) } }
    var uses: [FolderUse: Set<String>] = [:]
    for file in files where !file.isTableOfData {
      for word in file.words {
        for other in declaring[String(word), default: []] where other.folders != file.folders {
          uses[FolderUse(from: file, to: other), default: []].insert("\(file.path) mentions \(word)")
        }
      }
    }
    return uses
  }
}

/// A use of one folder by another: the user mentions a type of the other folder.
struct FolderUse: Hashable, CustomStringConvertible {
  let user: String
  let used: String

  init(user: String, used: String) { (self.user, self.used) = (user, used) }

  init(from file: SourceFile, to other: SourceFile) {
    let shared = zip(file.folders, other.folders).prefix { $0 == $1 }.count
    func folder(_ folders: [String]) -> String {
      folders.prefix(shared + 1).joined(separator: "/") + (folders.count > shared ? "" : "/.")
    }
    (user, used) = (folder(file.folders), folder(other.folders))
  }

  var reversed: FolderUse { FolderUse(user: used, used: user) }

  var description: String { "\(user) → \(used)" }
}

/// A source divided into code and comments.
struct SourceFile {
  /// The path below `Sources`.
  let path: String
  let code: String
  let comments: String
  let lineCount: Int
  let words: Set<Substring>

  init(path: String, text: String) {
    self.path = path
    lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    var code = ""
    var comments = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let start = Self.commentStart(in: line)
      code += line[..<start] + "\n"
      comments += line[start...] + "\n"
    }
    let blocks = /(?s)\/\*.*?\*\//
    comments += code.matches(of: blocks).map { String($0.output) }.joined(separator: "\n")
    code = code.replacing(blocks, with: "")
    self.code = code
    self.comments = comments
    words = Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") })
  }

  /// The folders that contain the file, the module's first.
  var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }

  var module: String { folders.first ?? "" }

  /// The folder within the module; empty for a file directly in the module's folder.
  var room: String { folders.dropFirst().first ?? "" }

  /// The types that other files can see by their bare names.
  var declaredTypes: [String] {
    let declaration =
      /(?m)^(?:@\w+ )*(?:(?:public|package|internal|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    return code.matches(of: declaration).map { String($0.1) }
  }

  /// Returns the public functions that the file declares on a type, with their argument labels, and its public
  /// properties. A parameter for the present time is left out, because the callee supplies it.
  func publicMembers(of type: String) -> [String] {
    let head = /(?m)^[a-z ]*(?:struct|class|extension) (\w+)/
    let blocks = code.split(separator: "\n}").filter { $0.firstMatch(of: head)?.1 == type[...] }
    let function = /\bpublic (?:static )?func (\w+)(?:<[^>]*>)?\(((?:[^()]|\([^()]*\))*)\)/
    return blocks.flatMap { block in
      block.matches(of: /\bpublic (?:var|let) (\w+)/).map { String($0.1) }
        + block.matches(of: function).map { match in
          let labels = match.2.replacing(/\([^()]*\)/, with: "").split(separator: ",")
            .compactMap { $0.firstMatch(of: /\w+/)?.output }.filter { $0 != "now" }
          return "\(match.1)(\(labels.map { "\($0):" }.joined()))"
        }
    }
  }

  /// True if the file holds text that was written elsewhere, whose words do not mention types.
  var isTableOfData: Bool { path.contains(/\/Embedded\w+\.swift$/) }

  func mentions(_ word: String) -> Bool { words.contains(word[...]) }

  /// Returns the index at which `//` begins a comment outside a string literal.
  private static func commentStart(in line: Substring) -> Substring.Index {
    var isText = false
    var index = line.startIndex
    while index < line.endIndex {
      switch line[index] {
      case "\\" where isText: index = line.index(after: index)
      case "\"": isText.toggle()
      case "/" where !isText && line[index...].hasPrefix("//"): return index
      default: break
      }
      if index < line.endIndex { index = line.index(after: index) }
    }
    return line.endIndex
  }
}
