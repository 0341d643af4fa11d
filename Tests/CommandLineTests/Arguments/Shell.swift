import Platform

/// Returns the output of the `sh` command line `commandLine`, including errors, with `files` in an empty folder of its
/// own. Returns `nil` if it cannot run or fails.
func shellOutput(of commandLine: String, files: [String: String]) -> String? {
  var template = Array("/tmp/catalog-arguments-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else { return nil }
  let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { _ = system("rm -rf -- \(folder)") }
  for (name, text) in files {
    guard let file = fopen("\(folder)/\(name)", "w") else { return nil }
    fputs(text, file)
    fclose(file)
  }
  guard let pipe = popen("cd \(folder) && { \(commandLine); } 2>&1", "r") else { return nil }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
  return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
}

/// Returns true if `program` is on the search path.
func isInstalled(_ program: String) -> Bool {
  shellOutput(of: "command -v \(program)", files: [:]) != nil
}
