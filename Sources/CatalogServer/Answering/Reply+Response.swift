import FoundationEssentials

extension Reply {
  /// Creates the reply for a response: the whole body, a part of it, a compressed body, or none, depending on the
  /// request.
  ///
  /// - Parameter request: The request; `nil` if it could not be read.
  init(_ response: Response, to request: Request?, now: Date) {
    var response = response
    // libmicrohttpd sets these fields itself.
    for name in ["content-length", "transfer-encoding", "connection"] { response.fields.remove(name) }
    var isFile = false
    if case .file(let file) = response.body {
      isFile = true
      Self.addValidator(of: file, to: &response.fields, now: now)
    }
    self.init(status: response.status, fields: response.fields, payload: Self.payload(response.body))
    if let request, request.method == .get || request.method == .head { read(request, now: now) }
    if status == 204 || status == 304 { payload = .none }
    if request?.method == .head, status != 204, status != 304 { payload = .length(knownLength) }
    SecurityFields.add(to: &fields, isFile: isFile)
  }

  private static func payload(_ body: Response.Body) -> Payload {
    switch body {
    case .bytes(let bytes): .bytes(bytes[...])
    case .file(let file): .file(file, 0..<file.size)
    case .stream(let stream): .stream(stream)
    case .events(let stream): .events(stream)
    case .omitted(let length): .length(length)
    }
  }

  /// Adds `Last-Modified`, unless the file changed less than two seconds ago. The field has a resolution of one second,
  /// so the file could change again within that second and keep its time.
  private static func addValidator(of file: FileBody, to fields: inout HeaderFields, now: Date) {
    guard fields["last-modified"] == nil, fields["etag"] == nil, now.timeIntervalSince1970 - Double(file.modified) >= 2
    else { return }
    Validators(modified: Date(timeIntervalSince1970: Double(file.modified))).write(to: &fields)
  }

  /// Applies the conditions, ranges and encodings of a GET or HEAD request.
  private mutating func read(_ request: Request, now: Date) {
    let conditions = Conditions(request, now: now)
    let validators = Validators(fields, now: now)
    if status == 200 {
      switch conditions.outcome(for: validators) {
      case .proceed: break
      case .unchanged:
        status = 304
        for name in ["content-type", "content-disposition"] { fields.remove(name) }
        return
      case .failed: return fail(Problem(412), request)
      }
      if knownLength != nil, fields["content-encoding"] == nil { fields.set("Accept-Ranges", "bytes") }
      if request.method == .get, conditions.allowsRange(of: validators), cut(request) { return }
    }
    compress(request)
  }

  /// Reduces the body to the part that the request asks for, if any.
  ///
  /// - Returns: True if the reply is complete.
  private mutating func cut(_ request: Request) -> Bool {
    guard let size = knownLength, fields["content-encoding"] == nil else { return false }
    switch ByteRanges(request.fields["range"], size: size) {
    case .whole: return false
    case .unsatisfiable:
      fail(Problem(416, fields: ["Content-Range": "bytes */\(size)"]), request)
    case .part(let range):
      status = 206
      fields.set("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
      switch payload {
      case .bytes(let bytes): payload = .bytes(bytes[range])
      case .file(let file, _): payload = .file(file, range)
      default: break
      }
    }
    return true
  }

  private mutating func compress(_ request: Request) {
    guard case .bytes(let bytes) = payload, GZIPEncoding.isWorthwhile(fields["content-type"]),
      GZIPEncoding.sizes.contains(bytes.count), fields["content-encoding"] == nil
    else { return }
    fields.list("Vary", ["Accept-Encoding"])
    guard GZIPEncoding.isAccepted(by: request.fields["accept-encoding"]), let packed = GZIPEncoding.packed(Array(bytes))
    else { return }
    payload = .bytes(packed[...])
    fields.set("Content-Encoding", "gzip")
    fields.remove("accept-ranges")
    // The tag identifies the uncompressed bytes. Mark it as weak, because the compressed bytes are only equivalent (RFC
    // 9110, section 8.8.3.3).
    if var tag = fields["etag"].flatMap({ EntityTag(field: $0) }) {
      tag.isWeak = true
      fields.set("ETag", tag.description)
    }
  }

  private mutating func fail(_ problem: Problem, _ request: Request) {
    let answer = ProblemAnswer.response(problem, accept: request.fields["accept"])
    (status, fields, payload) = (answer.status, answer.fields, Self.payload(answer.body))
  }

  private var knownLength: Int? {
    switch payload {
    case .none: 0
    case .length(let length): length
    case .bytes(let bytes): bytes.count
    case .file(let file, _): file.size
    case .stream, .events: nil
    }
  }
}
