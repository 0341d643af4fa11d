// embed-migrations OUTPUT INPUT…: writes a Swift file that holds each SQL file as a string literal.
// Without Foundation, so that the tool itself compiles in a moment.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func fail(_ path: String) -> Never {
  perror(path)
  exit(1)
}

func contents(of path: String) -> String {
  guard let file = fopen(path, "r") else { fail(path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
  return String(decoding: bytes, as: UTF8.self)
}

let output = CommandLine.arguments[1]
var source = "enum EmbeddedMigrations {\n  static let all: [(name: String, sql: String)] = [\n"
for path in CommandLine.arguments.dropFirst(2) {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  source += "    (\"\(name)\", ##\"\"\"\n\(contents(of: path))\n\"\"\"##),\n"
}
source += "  ]\n}\n"
guard let file = fopen(output, "w") else { fail(output) }
fputs(source, file)
if fclose(file) != 0 { fail(output) }
