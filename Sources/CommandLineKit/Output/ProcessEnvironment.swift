import Platform

/// The environment variables of this process. They are read once and without Foundation, which takes longer than
/// reading a page of books.
package enum ProcessEnvironment {
  /// The variables at the time of first use. If a name occurs twice, the first value applies, as in getenv(3).
  package static let variables: [String: String] = {
    // Enough for most environments, so that the dictionary does not need to grow.
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
