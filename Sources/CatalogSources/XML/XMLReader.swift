import CExpat

/// Receives the content of a document in document order.
protocol XMLHandler: AnyObject {
  func begin(_ name: XMLName, _ attributes: [XMLAttribute])
  /// Handles text of the open element. Text may arrive in several parts.
  func text(_ text: String)
  func end()
}

/// The reason why a document cannot be read any further, as a message for the user.
struct XMLFailure: Error, Equatable, CustomStringConvertible {
  enum Code { case malformed, tooLarge, entities }

  let code: Code
  let line: Int
  let cause: String

  var description: String { "line \(line): \(cause)" }
}

/// A streaming XML parser based on expat. It supports UTF-8, UTF-16, ISO-8859-1, ASCII and the encodings of
/// ``XMLEncoding``, and resolves namespaces.
///
/// Documents must not declare entities: they can expand a kilobyte to a gigabyte, and no feed needs them. Nothing
/// outside the document is ever fetched.
final class XMLReader {
  /// The maximum depth of nested elements, since code that walks through a tree uses the stack.
  static let depthLimit = 256
  static let attributeLimit = 256
  /// The maximum size of a tag or comment in bytes. With each piece, expat rescans an unfinished tag or comment from
  /// its start.
  static let tokenLimit = 1_048_576
  /// The number of bytes that expat is given at a time, so that an unfinished tag is noticed.
  private static let pieceSize = 65_536

  private let parser: XML_Parser
  private unowned let handler: any XMLHandler
  private var depth = 0
  private var bytesGiven = 0
  private var failure: XMLFailure?
  private var failurePosition: Int?
  private var names = KnownNames()

  /// Creates a parser that calls a handler. The handler is unowned, so it must outlive the parser.
  ///
  /// - Throws: ``XMLFailure`` if memory is exhausted.
  init(_ handler: any XMLHandler) throws(XMLFailure) {
    guard let parser = XML_ParserCreateNS(nil, Self.separator) else {
      throw XMLFailure(code: .tooLarge, line: 0, cause: "out of memory")
    }
    self.parser = parser
    self.handler = handler
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLReader.reader(of: $0).begin($1!, $2!) }, { context, _ in XMLReader.reader(of: context).end() })
    XML_SetCharacterDataHandler(parser) { context, start, count in
      XMLReader.reader(of: context).text(UnsafeBufferPointer(start: start, count: Int(count)))
    }
    XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, declares in
      if declares != 0 { XMLReader.reader(of: context).stop(.entities, "it declares entities; these are not read") }
    }
    knowEncodings()
  }

  deinit { XML_ParserFree(parser) }

  /// The position of the current event or of the error, as an offset in the bytes passed to the parser so far.
  var position: Int {
    if let failurePosition { return failurePosition }
    let index = Int(XML_GetCurrentByteIndex(parser))
    return index < 0 ? bytesGiven : index
  }

  /// Registers the encodings that expat does not support.
  private func knowEncodings() {
    let handler: XML_UnknownEncodingHandler = { _, name, information in
      guard let name, let information, let characters = XMLEncoding.characters(of: String(cString: name)) else {
        return Int32(XML_STATUS_ERROR.rawValue)
      }
      withUnsafeMutableBytes(of: &information.pointee.map) { map in
        for (byte, character) in characters.enumerated() {
          map.storeBytes(of: character, toByteOffset: byte * MemoryLayout<Int32>.stride, as: Int32.self)
        }
      }
      (information.pointee.data, information.pointee.convert, information.pointee.release) = (nil, nil, nil)
      return Int32(XML_STATUS_OK.rawValue)
    }
    XML_SetUnknownEncodingHandler(parser, handler, nil)
  }

  /// Parses the next piece of the document and calls the handler.
  ///
  /// - Throws: ``XMLFailure``, after which the parser cannot be used any further.
  func read(_ bytes: [UInt8], isLast: Bool = false) throws(XMLFailure) {
    var start = 0
    repeat {
      let end = min(start + Self.pieceSize, bytes.count)
      try read(bytes[start..<end], isLast: isLast && end == bytes.count)
      start = end
    } while start < bytes.count
  }

  private func read(_ piece: ArraySlice<UInt8>, isLast: Bool) throws(XMLFailure) {
    if let failure { throw failure }
    bytesGiven += piece.count
    let status = piece.withUnsafeBytes { bytes in
      XML_Parse(parser, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count), isLast ? 1 : 0)
    }
    if status != XML_STATUS_OK, failure == nil { stop(.malformed, Self.words(XML_GetErrorCode(parser))) }
    if failure == nil, !isLast, bytesGiven - max(0, Int(XML_GetCurrentByteIndex(parser))) > Self.tokenLimit {
      stop(.tooLarge, "a tag or a comment has more than \(Self.tokenLimit) bytes")
    }
    if let failure { throw failure }
  }

  private static func words(_ code: XML_Error) -> String {
    XML_ErrorString(code).map { String(cString: $0) } ?? "it cannot be read"
  }

  /// Stops parsing because the current event is not valid at its position.
  ///
  /// - Parameter cause: The reason, as a message for the user.
  func stop(_ cause: String) { stop(.malformed, cause) }

  private func stop(_ code: XMLFailure.Code, _ cause: String) {
    guard failure == nil else { return }
    failurePosition = position
    failure = XMLFailure(code: code, line: Int(XML_GetCurrentLineNumber(parser)), cause: cause)
    XML_StopParser(parser, 0)
  }

  private func begin(_ name: UnsafePointer<XML_Char>, _ values: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) {
    // After a stop, expat may still report events it has already parsed.
    guard failure == nil else { return }
    depth += 1
    guard depth <= Self.depthLimit else {
      return stop(.tooLarge, "elements are nested more than \(Self.depthLimit) levels deep")
    }
    var attributes: [XMLAttribute] = []
    var next = values
    while let name = next[0], let value = next[1] {
      guard attributes.count < Self.attributeLimit else {
        return stop(.tooLarge, "an element has more than \(Self.attributeLimit) attributes")
      }
      attributes.append(XMLAttribute(name: names.name(name), value: String(cString: value)))
      next += 2
    }
    handler.begin(names.name(name), attributes)
  }

  private func end() {
    guard failure == nil else { return }
    depth -= 1
    handler.end()
  }

  private func text(_ bytes: UnsafeBufferPointer<XML_Char>) {
    guard failure == nil else { return }
    handler.text(bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) })
  }

  private static func reader(of context: UnsafeMutableRawPointer?) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(context!).takeUnretainedValue()
  }

  /// The separator between a namespace and a name. Expat rejects namespaces that contain this character.
  fileprivate static let separator = XML_Char(UInt8(ascii: "\n"))
}

/// A cache of the names in a document. A document has few different names, and creating a name for each element takes
/// longer than parsing the element.
private struct KnownNames {
  private static let limit = 64

  private var known: [(text: [XML_Char], name: XMLName)] = []

  mutating func name(_ text: UnsafePointer<XML_Char>) -> XMLName {
    var length = 0
    while text[length] != 0 { length += 1 }
    let bytes = UnsafeBufferPointer(start: text, count: length)
    for index in known.indices where known[index].text.elementsEqual(bytes) { return known[index].name }
    let name = XMLName(expat: String(cString: text))
    if known.count < Self.limit { known.append((Array(bytes), name)) }
    return name
  }
}

extension XMLName {
  /// Creates a name from expat's notation: the namespace, a separator and the local name, or only the name if there is
  /// no namespace.
  fileprivate init(expat text: String) {
    let utf8 = text.utf8
    if let end = utf8.firstIndex(of: UInt8(bitPattern: XMLReader.separator)) {
      self.init(String(text[utf8.index(after: end)...]), in: String(text[..<end]))
    } else {
      self.init(text)
    }
  }
}
