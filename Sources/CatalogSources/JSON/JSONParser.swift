import CYAJL

/// Reads JSON (RFC 8259) with yajl, text by text. Of members with one name the first counts. Foundation's JSONDecoder
/// takes three times as long a row, since it finds out types by trying.
///
/// A value takes many times the memory of its text, so only as much is made of one as is asked for (``JSONSelection``),
/// and a list that others send is taken apart into its parts first, each of which is then read by itself: so what is the
/// matter with one keeps no other back.
final class JSONParser {
  /// Why a text is no JSON, or no value can be made of it, in words for people.
  struct Failure: Error, CustomStringConvertible {
    let cause: String
    /// Whether it is JSON all the same.
    var isJSON = false
    var description: String { isJSON ? cause : "not valid JSON: \(cause)" }
  }

  /// How deep arrays and objects that are read may lie in one another: who walks through a value does so on the stack.
  static let depthLimit = 512
  /// How many values a text may hold, as far as they are read.
  static let valueLimit = 100_000

  private struct Container {
    let isObject: Bool
    let selection: JSONSelection
    var key = ""
    var items: [JSONValue] = []
    var members: [(String, JSONValue)] = []
  }

  /// What becomes of the next value.
  private enum Use {
    case read(JSONSelection)
    case part(label: String, name: String?)
    case none
  }

  private let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
  /// Whether what no value can be made of, a number or a text, is read as null.
  private let passesOverUnusable: Bool
  private var handle: yajl_handle?
  private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The arrays and objects that are read and not ended, the outermost first.
  private var open: [Container] = []
  private var use = Use.none
  /// How many arrays and objects are open that are not read, and where the outermost begins.
  private var passing = (depth: 0, start: 0)
  private var values = 0
  private var result = JSONValue.null
  /// The members of the outermost object of the text that was read last, where another one of that name stands in front of them.
  private(set) var repeated: [(name: String, value: JSONValue)] = []
  /// What yajl itself does not find wrong.
  private var failure: Failure?
  private var take: ((JSONPart) -> Void)?
  private var names: JSONMemberNames?

  /// - Parameter passesOverUnusable: whether a number that a `Double` does not hold, half a surrogate pair and what is not
  ///   UTF-8 are read as null, and members with such names left out, in place of being refused.
  init(passesOverUnusable: Bool = false) {
    self.passesOverUnusable = passesOverUnusable
    callbacks.initialize(to: Self.callbacks)
  }

  deinit { callbacks.deallocate() }

  /// The value of a text, or as much of it as is selected.
  ///
  /// - Parameters:
  ///   - selection: what is read. Of what is not, it is only looked at whether it is JSON.
  ///   - names: notes the members of these parts.
  ///   - take: told of the parts that the selection names, in their order; their places are those of `text`.
  /// - Throws: ``Failure`` when it is not JSON, and when what is read is not UTF-8, lies deeper than ``depthLimit``, is more
  ///   than ``valueLimit`` values, has half a surrogate pair in a string, or a number that a `Double` does not hold.
  func value(
    of text: ArraySlice<UInt8>, _ selection: JSONSelection = .everything, noting names: JSONMemberNames? = nil,
    take: ((JSONPart) -> Void)? = nil
  ) throws(Failure) -> JSONValue {
    open.removeAll(keepingCapacity: true)
    (use, passing, values, failure, repeated) = (.read(selection), (0, 0), 0, nil, [])
    self.take = take.map { take in
      { take(JSONPart(label: $0.label, name: $0.name, range: $0.range.shifted(by: text.startIndex))) }
    }
    self.names = names
    defer { (self.take, self.names) = (nil, nil) }
    guard let parser = yajl_alloc(callbacks, nil, Unmanaged.passUnretained(self).toOpaque()) else {
      throw Failure(cause: "no memory")
    }
    handle = parser
    defer {
      yajl_free(parser)
      handle = nil
    }
    // Each string is looked at when it is made, and yajl lets overlong forms pass.
    cyajl_trust_strings(parser)
    let problem: Failure? = text.withUnsafeBufferPointer { bytes in
      self.text = bytes
      defer { self.text = UnsafeBufferPointer(start: nil, count: 0) }
      var status = yajl_parse(parser, bytes.baseAddress, bytes.count)
      if status == yajl_status_ok { status = yajl_complete_parse(parser) }
      return failure ?? (status == yajl_status_ok ? nil : Self.failure(of: parser))
    }
    if let problem { throw problem }
    return result
  }

  /// The same of a text by itself.
  func value(
    of text: [UInt8], _ selection: JSONSelection = .everything, noting names: JSONMemberNames? = nil,
    take: ((JSONPart) -> Void)? = nil
  ) throws(Failure) -> JSONValue {
    try value(of: text[...], selection, noting: names, take: take)
  }

  private static func failure(of parser: yajl_handle) -> Failure {
    guard let message = yajl_get_error(parser, 0, nil, 0) else { return Failure(cause: "it cannot be read") }
    defer { yajl_free_error(parser, message) }
    let text = String(cString: message)
    return Failure(cause: String(text.prefix { $0 != "\n" }))
  }
}

// MARK: What comes

extension JSONParser {
  /// The place behind what was read last.
  private var place: Int { handle.map { yajl_get_bytes_consumed($0) } ?? 0 }

  private func stop(_ cause: String) -> Int32 {
    failure = Failure(cause: cause, isJSON: true)
    return 0
  }

  /// Takes what no value can be made of.
  private func refuse(_ cause: String) -> Int32 { passesOverUnusable ? add(.null) : stop(cause) }

  /// Takes a name that no text holds.
  private func refuseName(_ cause: String) -> Int32 {
    use = .none
    return passesOverUnusable ? 1 : stop(cause)
  }

  /// Takes a value that is not read, or one that is neither array nor object.
  ///
  /// - Parameters:
  ///   - start: where it begins.
  ///   - value: what is read; asked for only where it is.
  private func scalar(from start: @autoclosure () -> Int, _ value: () -> Int32) -> Int32 {
    guard passing.depth == 0 else { return 1 }
    switch use {
    case .read: return value()
    case .part(let label, let name):
      take?(JSONPart(label: label, name: name, range: start()..<place))
    case .none: break
    }
    return 1
  }

  private func add(_ value: JSONValue) -> Int32 {
    guard values < Self.valueLimit else { return stop("it holds more than \(Self.valueLimit) values") }
    values += 1
    let last = open.count - 1
    if last < 0 {
      result = value
    } else if open[last].isObject {
      open[last].members.append((open[last].key, value))
    } else {
      open[last].items.append(value)
    }
    return 1
  }

  private func begin(isObject: Bool) -> Int32 {
    guard passing.depth == 0, case .read(let selection) = use else {
      if passing.depth == 0 {
        passing.start = place - 1
        names?.begin()
      }
      passing.depth += 1
      return 1
    }
    guard open.count < Self.depthLimit else { return stop("it lies more than \(Self.depthLimit) levels deep") }
    open.append(Container(isObject: isObject, selection: selection))
    // Of an object the next name says it.
    if !isObject { use = use(within: selection) }
    return 1
  }

  private func end() -> Int32 {
    if passing.depth > 0 {
      passing.depth -= 1
      if passing.depth == 0, case .part(let label, let name) = use {
        take?(JSONPart(label: label, name: name, range: passing.start..<place))
      }
      return 1
    }
    guard let ended = open.popLast() else { return 0 }
    defer { if let last = open.last, !last.isObject { use = use(within: last.selection) } }
    guard ended.isObject else { return add(.array(ended.items)) }
    let members = Dictionary(ended.members) { first, _ in first }
    if open.isEmpty, members.count < ended.members.count {
      var seen: Set<String> = []
      repeated = ended.members.filter { !seen.insert($0.0).inserted }
    }
    return add(.object(members))
  }

  /// What becomes of the elements of an array.
  private func use(within selection: JSONSelection) -> Use {
    if case .parts(let label) = selection { .part(label: label, name: nil) } else { .read(selection) }
  }

  private func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard passing.depth == 0, let last = open.indices.last else {
      if let names, case .part = use { names.note(depth: passing.depth) { try? string(of: bytes).get() } }
      return 1
    }
    // A name that no text holds is none of those that are asked for.
    switch (open[last].selection, string(of: bytes)) {
    case (.everything, .success(let name)):
      use = .read(.everything)
      open[last].key = name
    case (.everything, .failure(let problem)): return refuseName("a name \(problem)")
    case (.members(let selections), let name):
      use = .none
      if case .success(let name) = name, let selection = selections[name] {
        use = .read(selection)
        open[last].key = name
      }
    case (.parts(let label), let name): use = .part(label: label, name: try? name.get())
    }
    return 1
  }

  private func string(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    scalar(from: JSONStringText.start(of: text, endingAt: place)) {
      switch string(of: bytes) {
      case .success(let string): add(.string(string))
      case .failure(let problem): refuse("a string \(problem)")
      }
    }
  }

  private func string(of bytes: UnsafeBufferPointer<UInt8>) -> Result<String, JSONStringText.Problem> {
    JSONStringText.string(of: bytes, in: text, endingAt: place)
  }

  private func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    scalar(from: place - bytes.count) {
      let text = String(decoding: bytes, as: UTF8.self)
      if let integer = Int64(text) { return add(.integer(integer)) }
      guard let number = Double(text), number.isFinite else {
        return refuse("the number \(text.prefix(40)) is too large")
      }
      if let integer = Int64(exactly: number) { return add(.integer(integer)) }
      return add(.number(number))
    }
  }
}

extension JSONParser {
  /// What yajl calls; the context is the parser, which outlives the call.
  private static let callbacks = yajl_callbacks(
    yajl_null: { context in
      let parser = parser(of: context)
      return parser.scalar(from: parser.place - 4) { parser.add(.null) }
    },
    yajl_boolean: { context, value in
      let parser = parser(of: context)
      return parser.scalar(from: parser.place - (value != 0 ? 4 : 5)) { parser.add(.boolean(value != 0)) }
    },
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

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}
