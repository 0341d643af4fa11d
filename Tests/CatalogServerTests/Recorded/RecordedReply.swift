import Platform

@testable import CatalogServer

/// A reply without the parts that differ between runs: the mark of the server, addresses of covers and assets, the
/// folder of the catalog, and the times at which the server noticed changes. Changes are counted from the first
/// request, because the imports before make more of them on a slow machine.
struct RecordedReply {
  let status: Int
  /// The header fields and the body.
  let text: String

  /// - Parameters:
  ///   - folder: The folder of the catalog.
  ///   - changes: The number of the catalog's last change before the first request.
  init(_ reply: Reply, folder: String, after changes: Int64) throws {
    status = reply.status
    var fields = ""
    for line in reply.fields.lines where line.name != "last-modified" {
      fields += "\(line.name): \(line.name == "etag" ? Self.masked(tag: line.value, changes) : line.value)\n"
    }
    let whole = "\(fields)\n\(try Self.body(of: reply))"
    let type = reply.fields["content-type"] ?? ""
    var text = type.hasPrefix("image/") ? whole : Self.masked(whole, folder)
    if type.hasPrefix("text/event-stream") {
      text = text.replacing(/(MASKED-|"change":)(\d+)/) { "\($0.1)\(Self.number($0.2, changes))" }
    }
    self.text = text
  }

  /// Returns the number of a change, counted from the first request.
  private static func number(_ text: Substring, _ changes: Int64) -> String {
    Int64(text).map { String($0 - changes) } ?? "no number"
  }

  private static func body(of reply: Reply) throws -> String {
    switch reply.payload {
    case .none: return "no body"
    case .length(let length): return "a body of \(length ?? -1) bytes"
    case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
    case .file(let file, let range): return "\(range.count) bytes of the file \(file.size)"
    case .stream(let stream): return try stream.wholeText()
    case .events(let stream):
      defer { stream.end() }
      return stream.held()
    }
  }

  /// Masks the mark of the server and the day in an entity tag.
  private static func masked(tag: String, _ changes: Int64) -> String {
    let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 5, parts[2].count == 4 else { return "of a file or cover" }
    return "MARK-\(number(parts[1], changes))-DAY-\(parts[5...].joined(separator: "-"))"
  }

  /// A text before a value that differs between runs.
  private struct Mask {
    let before: String
    /// The beginning of values that do not differ between runs, and are kept.
    var except = ""
    /// True if digits after the text are kept.
    var keepsDigits = false
    /// Returns true for the bytes of the value.
    let isPart: @Sendable (UInt8) -> Bool
  }

  private static let masks: [Mask] =
    ["name=\"seen.cover\" value=\"", "\"address\":null,\"seen\":\"", "\",\"seen\":\""].map {
      Mask(before: $0) { $0 != UInt8(ascii: "\"") }
    } + [
      Mask(before: "/cover/", keepsDigits: true) { $0 == UInt8(ascii: "-") || isHexadecimal($0) },
      // Every change of the style or the script gives it another address.
      Mask(before: "/assets/") { isHexadecimal($0) },
      // The times of books are in 2019.
      Mask(before: "\"modified\":\"", except: "2019-") { $0 != UInt8(ascii: "\"") },
      Mask(before: "<updated>", except: "2019-") { $0 != UInt8(ascii: "<") },
      Mask(before: "\nid: ") { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "\n") },
    ]

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func masked(_ text: String, _ folder: String) -> String {
    masks.reduce(text.contains(folder) ? text.replacing(folder, with: "/FOLDER") : text) { replacing($1, in: $0) }
  }

  /// Replaces the value after each occurrence of a text.
  private static func replacing(_ mask: Mask, in text: String) -> String {
    text.withCString { start in
      var (rest, result) = (start, "")
      while let hit = strstr(rest, mask.before) {
        var kept = UnsafePointer(hit) + mask.before.utf8.count
        while mask.keepsDigits, isDigit(UInt8(bitPattern: kept.pointee)) { kept += 1 }
        result += String(decoding: UnsafeRawBufferPointer(start: rest, count: kept - rest), as: UTF8.self)
        rest = kept
        guard mask.except.isEmpty || strncmp(kept, mask.except, mask.except.utf8.count) != 0 else { continue }
        result += "MASKED"
        while rest.pointee != 0, mask.isPart(UInt8(bitPattern: rest.pointee)) { rest += 1 }
      }
      return rest == start ? text : result + String(cString: rest)
    }
  }
}
