#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The machine that the figures belong to.
struct Machine {
  let cores: Int
  let kernel: String
  let processor: String
  /// The load average of the last minute. If it exceeds the number of cores, times mean little.
  let load: Double

  static var current: Machine {
    Machine(cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)), kernel: kernel, processor: processor, load: loadAverage)
  }

  private static var loadAverage: Double {
    var minutes = [0.0, 0.0, 0.0]
    return getloadavg(&minutes, 3) > 0 ? minutes[0] : .nan
  }

  private static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.release))"
  }

  /// As Linux tells it; elsewhere there is no such file.
  private static var processor: String {
    guard let text = try? FileReader.text(of: "/proc/cpuinfo"),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") }),
      let colon = line.firstIndex(of: ":")
    else { return "unknown" }
    return String(line[line.index(after: colon)...].drop(while: \.isWhitespace))
  }
}
