#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment variables of this process. Read by hand and once: Foundation's way takes longer than reading a page.
package enum ProcessEnvironment {
  /// As they were when first asked for. Of a name that is there twice the first counts, as for getenv(3).
  package static let variables: [String: String] = {
    // More than most have, so that it does not grow again and again.
    var variables = [String: String](minimumCapacity: 64)
    var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    while let entry = next?.pointee {
      if let end = strchr(entry, Int32(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: entry, count: end - entry)
        let key = String(decoding: name, as: UTF8.self)
        if variables[key] == nil { variables[key] = String(cString: end + 1) }
      }
      next = next.map { $0 + 1 }
    }
    return variables
  }()
}
