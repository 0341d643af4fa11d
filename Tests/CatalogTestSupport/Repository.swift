import FoundationEssentials

/// The files of the project, by their paths in it.
public enum Repository {
  /// The folder of the project.
  public static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  /// Returns true if a file exists.
  public static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

  /// Returns the text of a file.
  public static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: "\(root)/\(path)")), as: UTF8.self)
  }

  /// Writes a generated file.
  public static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(root)/\(path)"))
  }

  /// Returns the files below a folder, except those in hidden folders.
  public static func files(endingIn suffix: String, in folder: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").sorted().flatMap { name -> [String] in
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      if name.hasPrefix(".") { return [] }
      var isFolder = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) else { return [] }
      if isFolder { return try files(endingIn: suffix, in: path) }
      return name.hasSuffix(suffix) ? [path] : []
    }
  }

  /// Returns the names of all folders below a folder.
  public static func folders(in folder: String) throws -> Set<String> {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
    return Set(paths.flatMap { $0.split(separator: "/").dropLast().map(String.init) })
  }
}
