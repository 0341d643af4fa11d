extension PageAddress {
  /// The address of ours to which a form leads back, as the form says it; `nil` for what could lead elsewhere: another server's
  /// (`//host`, and `/\host` as browsers read it), or what is no path.
  init?(returning text: String, basePath: String) {
    guard text.utf8.count <= 4_096, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
      (text == basePath && !text.isEmpty) || text.hasPrefix(basePath + "/"),
      !text.dropFirst(basePath.utf8.count).hasPrefix("//")
    else { return nil }
    self.init(own: text)
  }

  /// The same address with a parameter more, in the place of one of its name.
  func with(_ name: String, _ value: String) -> PageAddress {
    let fragment = text.drop { $0 != "#" }
    let address = text.prefix { $0 != "#" }
    let query = address.drop { $0 != "?" }.dropFirst().split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
    return PageAddress(
      own: address.prefix { $0 != "?" } + "?" + (query + ["\(name)=\(value)"]).joined(separator: "&") + fragment)
  }
}
