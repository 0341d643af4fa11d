import CYAJL

/// Parses JSON (RFC 8259) with yajl, one text at a time. If an object contains duplicate names, the first member is
/// used. Foundation's JSONDecoder takes three times as long per row, because it finds types by trial and error.
///
/// A value takes many times the memory of its text. Therefore only the selected parts are created (``JSONSelection``).
/// A list from an external source is first split into its parts. Each part is parsed separately, so that an error in
/// one part does not affect the other parts.
final class JSONParser {
  /// The reason why a text is not JSON or cannot be represented. The description is meant for users.
  struct Failure: Error, CustomStringConvertible {
    let cause: String
    /// True if the text is valid JSON, but one of its values cannot be represented.
    var isJSON = false
    var description: String { isJSON ? cause : "not valid JSON: \(cause)" }
  }

  /// The maximum nesting depth of arrays and objects that are read. Deeper values could exhaust the stack, because code
  /// that walks through a value is recursive.
  static let depthLimit = 512
  /// The maximum number of values in one JSON text.
  static let valueLimit = 100_000

  private struct Container {
    let isObject: Bool
    let selection: JSONSelection
    var key = ""
    var items: [JSONValue] = []
    var members: [(String, JSONValue)] = []
  }

  /// The action for the next value.
  private enum Use {
    case read(JSONSelection)
    case part(label: String, name: String?)
    case none
  }

  private let callbacks = UnsafeMutablePointer<yajl_callbacks>.allocate(capacity: 1)
  /// True if numbers and strings that cannot be represented are read as null.
  private let passesOverUnusable: Bool
  private var handle: yajl_handle?
  private var text = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The open arrays and objects that are being read, outermost first.
  private var open: [Container] = []
  private var use = Use.none
  /// The number of open arrays and objects that are being skipped, and the offset at which the outermost of them
  /// starts.
  private var passing = (depth: 0, start: 0)
  private var values = 0
  private var result = JSONValue.null
  /// The members of the last text's outermost object that have the same name as an earlier member.
  private(set) var repeated: [(name: String, value: JSONValue)] = []
  /// An error that yajl does not detect itself.
  private var failure: Failure?
  private var take: ((JSONPart) -> Void)?
  private var names: JSONMemberNames?

  /// Creates a parser.
  ///
  /// - Parameter passesOverUnusable: True to read numbers beyond the range of `Double`, unpaired surrogates and invalid
  ///   UTF-8 as null, and to leave out members whose names contain invalid text. False to reject such a text.
  init(passesOverUnusable: Bool = false) {
    self.passesOverUnusable = passesOverUnusable
    callbacks.initialize(to: Self.callbacks)
  }

  deinit { callbacks.deallocate() }

  /// Parses a JSON text. Returns its value, or only the selected parts of the value.
  ///
  /// - Parameters:
  ///   - selection: The parts to read. The rest is only checked for JSON syntax.
  ///   - names: Collects the names of members in skipped parts.
  ///   - take: Called for the parts that the selection names, in order. Their ranges are indices of `text`.
  /// - Throws: ``Failure`` if the text is not JSON, or if the selected parts exceed ``depthLimit`` or ``valueLimit``.
  ///   Also throws if the selected parts contain invalid UTF-8, an unpaired surrogate, or a number beyond the range of
  ///   `Double`.
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
      throw Failure(cause: "out of memory")
    }
    handle = parser
    defer {
      yajl_free(parser)
      handle = nil
    }
    // Strings are validated when they are created, and yajl's check accepts overlong forms.
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

  /// Parses a JSON text. Returns its value, or only the selected parts of the value.
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

// MARK: Events

extension JSONParser {
  /// The offset after the token that was read last.
  private var offset: Int { handle.map { yajl_get_bytes_consumed($0) } ?? 0 }

  private func stop(_ cause: String) -> Int32 {
    failure = Failure(cause: cause, isJSON: true)
    return 0
  }

  /// Handles a value that cannot be represented.
  private func refuse(_ cause: String) -> Int32 { passesOverUnusable ? add(.null) : stop(cause) }

  /// Handles a name that is not valid text.
  private func refuseName(_ cause: String) -> Int32 {
    use = .none
    return passesOverUnusable ? 1 : stop(cause)
  }

  /// Handles a scalar value, or any value that is skipped.
  ///
  /// - Parameters:
  ///   - start: The offset of the value.
  ///   - value: Adds the value. Called only if the value is read.
  private func scalar(from start: @autoclosure () -> Int, _ value: () -> Int32) -> Int32 {
    guard passing.depth == 0 else { return 1 }
    switch use {
    case .read: return value()
    case .part(let label, let name):
      take?(JSONPart(label: label, name: name, range: start()..<offset))
    case .none: break
    }
    return 1
  }

  private func add(_ value: JSONValue) -> Int32 {
    guard values < Self.valueLimit else { return stop("it contains more than \(Self.valueLimit) values") }
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
        passing.start = offset - 1
        names?.begin()
      }
      passing.depth += 1
      return 1
    }
    guard open.count < Self.depthLimit else { return stop("it is nested more than \(Self.depthLimit) levels deep") }
    open.append(Container(isObject: isObject, selection: selection))
    // In an object, the next name determines how to handle the next value.
    if !isObject { use = use(within: selection) }
    return 1
  }

  private func end() -> Int32 {
    if passing.depth > 0 {
      passing.depth -= 1
      if passing.depth == 0, case .part(let label, let name) = use {
        take?(JSONPart(label: label, name: name, range: passing.start..<offset))
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

  /// Returns how to handle the elements of an array.
  private func use(within selection: JSONSelection) -> Use {
    if case .parts(let label) = selection { .part(label: label, name: nil) } else { .read(selection) }
  }

  private func name(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    guard passing.depth == 0, let last = open.indices.last else {
      if let names, case .part = use { names.note(depth: passing.depth) { try? string(of: bytes).get() } }
      return 1
    }
    // A name that is not valid text cannot be among the selected names.
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
    scalar(from: JSONStringText.start(of: text, endingAt: offset)) {
      switch string(of: bytes) {
      case .success(let string): add(.string(string))
      case .failure(let problem): refuse("a string \(problem)")
      }
    }
  }

  private func string(of bytes: UnsafeBufferPointer<UInt8>) -> Result<String, JSONStringText.Problem> {
    JSONStringText.string(of: bytes, in: text, endingAt: offset)
  }

  private func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
    scalar(from: offset - bytes.count) {
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
  /// The callbacks of yajl. Their context is the parser, which outlives the call.
  private static let callbacks = yajl_callbacks(
    yajl_null: { context in
      let parser = parser(of: context)
      return parser.scalar(from: parser.offset - 4) { parser.add(.null) }
    },
    yajl_boolean: { context, value in
      let parser = parser(of: context)
      return parser.scalar(from: parser.offset - (value != 0 ? 4 : 5)) { parser.add(.boolean(value != 0)) }
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
