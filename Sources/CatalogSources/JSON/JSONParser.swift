import CYAJL

/// Reads JSON (RFC 8259) with yajl, text by text. Of members with one name the first counts. Foundation's JSONDecoder
/// takes three times as long a row, since it finds out types by trying.
final class JSONParser {
  /// Why a text is no JSON, in words for people.
  struct Failure: Error, CustomStringConvertible {
    let cause: String
    var description: String { "not valid JSON: \(cause)" }
  }

  /// How deep arrays and objects may lie in one another: who walks through a value does so on the stack.
  static let depthLimit = 512

  private struct Container {
    let isObject: Bool
    var key = ""
    var items: [JSONValue] = []
    var members: [(String, JSONValue)] = []
  }

  private let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
  /// The arrays and objects that are open, the outermost first.
  private var open: [Container] = []
  private var result = JSONValue.null
  /// What yajl itself does not find wrong.
  private var failure: Failure?
  /// The member whose array is handed out element by element, and who takes the elements.
  private var handedOut: (member: String, take: (JSONValue) -> Void)?

  init() { callbacks.initialize(to: Self.callbacks) }

  deinit { callbacks.deallocate() }

  /// - Throws: ``Failure`` when it is not JSON, is not UTF-8, lies deeper than ``depthLimit``, or holds a number that a
  ///   `Double` does not.
  func value(of text: [UInt8]) throws(Failure) -> JSONValue {
    guard !Surrogates.areUnpaired(in: text) else { throw Failure(cause: "half a surrogate pair in a string") }
    open.removeAll(keepingCapacity: true)
    failure = nil
    guard let parser = yajl_alloc(callbacks, nil, Unmanaged.passUnretained(self).toOpaque()) else {
      throw Failure(cause: "no memory")
    }
    defer { yajl_free(parser) }
    // Each string is looked at when it is made, and yajl lets overlong forms pass.
    cyajl_trust_strings(parser)
    var status = yajl_parse(parser, text, text.count)
    if status == yajl_status_ok { status = yajl_complete_parse(parser) }
    if let failure { throw failure }
    guard status == yajl_status_ok else { throw Self.failure(of: parser) }
    return result
  }

  /// The same of an object with a long array: its elements are handed out as they are read, so that they need not lie in
  /// memory as JSON all at once, and the array is empty in the result.
  ///
  /// - Parameter member: the name of the array in the object.
  func value(
    of text: [UInt8], handingOut member: String, _ take: @escaping (JSONValue) -> Void
  ) throws(Failure) -> JSONValue {
    handedOut = (member, take)
    defer { handedOut = nil }
    return try value(of: text)
  }

  private static func failure(of parser: yajl_handle) -> Failure {
    guard let message = yajl_get_error(parser, 0, nil, 0) else { return Failure(cause: "it cannot be read") }
    defer { yajl_free_error(parser, message) }
    let text = String(cString: message)
    return Failure(cause: String(text.prefix { $0 != "\n" }))
  }

  fileprivate func stop(_ cause: String) -> Int32 {
    failure = Failure(cause: cause)
    return 0
  }

  fileprivate func add(_ value: JSONValue) -> Int32 {
    let last = open.count - 1
    if last < 0 {
      result = value
    } else if open[last].isObject {
      open[last].members.append((open[last].key, value))
    } else if last == 1, let handedOut, open[0].isObject, open[0].key == handedOut.member {
      handedOut.take(value)
    } else {
      open[last].items.append(value)
    }
    return 1
  }

  fileprivate func begin(isObject: Bool) -> Int32 {
    guard open.count < Self.depthLimit else { return stop("it lies more than \(Self.depthLimit) levels deep") }
    open.append(Container(isObject: isObject))
    return 1
  }

  fileprivate func end() -> Int32 {
    guard let ended = open.popLast() else { return 0 }
    guard ended.isObject else { return add(.array(ended.items)) }
    return add(.object(Dictionary(ended.members) { first, _ in first }))
  }

  fileprivate func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let name = String(validating: bytes, as: UTF8.self) else { return stop("a name is not UTF-8") }
    open[open.count - 1].key = name
    return 1
  }

  fileprivate func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard let string = String(validating: bytes, as: UTF8.self) else { return stop("a string is not UTF-8") }
    return add(.string(string))
  }

  fileprivate func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    let text = String(decoding: bytes, as: UTF8.self)
    if let integer = Int64(text) { return add(.integer(integer)) }
    guard let number = Double(text), number.isFinite else { return stop("the number \(text.prefix(40)) is too large") }
    if let integer = Int64(exactly: number) { return add(.integer(integer)) }
    return add(.number(number))
  }
}

extension JSONParser {
  /// What yajl calls; the context is the parser, which outlives the call.
  private static let callbacks = yajl_callbacks(
    yajl_null: { parser(of: $0).add(.null) },
    yajl_boolean: { parser(of: $0).add(.boolean($1 != 0)) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, start, count in
      UnsafeRawPointer(start!).withMemoryRebound(to: UInt8.self, capacity: count) {
        parser(of: context).number(UnsafeBufferPointer(start: $0, count: count))
      }
    },
    yajl_string: { parser(of: $0).string(UnsafeBufferPointer(start: $1, count: $2)) },
    yajl_start_map: { parser(of: $0).begin(isObject: true) },
    yajl_map_key: { parser(of: $0).name(UnsafeBufferPointer(start: $1, count: $2)) },
    yajl_end_map: { parser(of: $0).end() },
    yajl_start_array: { parser(of: $0).begin(isObject: false) },
    yajl_end_array: { parser(of: $0).end() })

  private static func parser(of context: UnsafeMutableRawPointer?) -> JSONParser {
    Unmanaged<JSONParser>.fromOpaque(context!).takeUnretainedValue()
  }
}

/// Characters beyond the basic plane in escapes, written as two halves (RFC 8259, 7). yajl puts a question mark for a
/// half alone.
enum Surrogates {
  /// Whether an escape in a JSON text is the first half of a pair without the second, or the second without the first.
  static func areUnpaired(in text: [UInt8]) -> Bool {
    let backslash = UInt8(ascii: "\\")
    guard var index = text.firstIndex(of: backslash) else { return false }
    while index + 1 < text.count {
      guard text[index] == backslash else {
        index += 1
        continue
      }
      switch half(text, at: index) {
      case nil: index += 2
      case .second: return true
      case .first:
        guard half(text, at: index + 6) == .second else { return true }
        index += 12
      }
    }
    return false
  }

  private enum Half { case first, second }

  /// What the escape there is a half of: `\uD800` to `\uDBFF` begin, `\uDC00` to `\uDFFF` end.
  private static func half(_ text: [UInt8], at index: Int) -> Half? {
    guard index + 5 < text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u"),
      text[index + 2] | 0x20 == UInt8(ascii: "d")
    else { return nil }
    switch text[index + 3] | 0x20 {
    case UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b"): return .first
    case UInt8(ascii: "c")...UInt8(ascii: "f"): return .second
    default: return nil
    }
  }
}
