import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Reading XML")
struct XMLReaderTests {
  @Test("an element keeps names, namespaces, attributes and text, however the document is cut")
  func cuts() throws {
    let text = """
      <?xml version="1.0"?><!-- a comment --><a:feed xmlns:a="urn:a" xmlns="urn:d" a:x="1" y="&lt;2&#10;&quot;">\
      Grüße &amp; <b>mehr</b><![CDATA[<raw>]]><a:c/></a:feed>
      """
    let bytes = Array(text.utf8)
    let whole = try XMLDocument.element(of: bytes)
    expectEqual(whole.name, XMLName("feed", in: "urn:a"))
    expectEqual(whole.attributes.first { $0.name == XMLName("x", in: "urn:a") }?.value, "1")
    expectEqual(whole[attribute: "y"], "<2\n\"")
    expectEqual(whole.text, "Grüße & mehr<raw>")
    expectEqual(whole.elements.map(\.name), [XMLName("b", in: "urn:d"), XMLName("c", in: "urn:a")])
    for end in 0...bytes.count {
      let events = Events()
      let reader = try XMLReader(events)
      try reader.read(Array(bytes[..<end]))
      try reader.read(Array(bytes[end...]), isLast: true)
      expectEqual(events.text, "Grüße & mehr<raw>", "cut at \(end)")
      expectEqual(events.names, ["feed", "b", "c"])
    }
  }

  @Test("an element written as XML is the same when it is read again")
  func writing() throws {
    let text = """
      <e xmlns="urn:e" xmlns:p="urn:p" p:q="a&amp;b" xml:lang="de"><p:i> &lt;x&gt;&#13; </p:i><n xmlns=""/>é\u{1F600}</e>
      """
    let element = try XMLDocument.element(of: Array(text.utf8))
    let again = try XMLDocument.element(of: element.bytes)
    expectEqual(again.bytes, element.bytes)
    expectEqual(again.name, element.name)
    expectEqual(again.text, " <x>\r é\u{1F600}")
    expectEqual(again.elements.map(\.name), [XMLName("i", in: "urn:p"), XMLName("n")])
    expectEqual(Set(again.attributes.map(\.name)), Set(element.attributes.map(\.name)))
  }

  @Test("UTF-16 and ISO-8859-1 are read, other encodings are refused")
  func encodings() throws {
    let utf16 = "\u{FEFF}<a>Grüße 銀河</a>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    try expectEqual(XMLDocument.element(of: utf16).text, "Grüße 銀河")
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xFC] + Array("</a>".utf8)
    try expectEqual(XMLDocument.element(of: latin).text, "ü")
    #expect(throws: XMLFailure.self) {
      try XMLDocument.element(of: Array("<?xml version='1.0' encoding='EBCDIC'?><a/>".utf8))
    }
  }

  @Test(
    "what cannot be read is refused with its line and its reason",
    arguments: [
      ("<a>\n<b></a>", "line 2: mismatched tag"),
      ("<a>", "line 1: no element found"),
      ("<a>&nbsp;</a>", "line 1: undefined entity"),
      ("<a/><b/>", "line 1: junk after document element"),
      ("<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>", "line 1: it declares entities; these are not read"),
      ("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>", "line 1: it declares entities"),
      ("<!DOCTYPE a [<!ATTLIST a b CDATA \"c\">]><a/>", "line 1: it declares entities"),
    ])
  func malformed(text: String, words: String) {
    let failure = #expect(throws: XMLFailure.self) { try XMLDocument.element(of: Array(text.utf8)) }
    expectEqual(failure?.description.hasPrefix(words), true, "\(String(describing: failure))")
  }

  @Test("a billion laughs are not read")
  func entityBomb() {
    var text = "<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">"
    for level in 1...9 {
      text += "<!ENTITY lol\(level) \"" + String(repeating: "&lol\(level - 1);", count: 10) + "\">"
    }
    text += "]><lolz>&lol9;</lolz>"
    let failure = #expect(throws: XMLFailure.self) { try XMLDocument.element(of: Array(text.utf8)) }
    expectEqual(failure?.code, .entities)
  }

  @Test(
    "ill-formed UTF-8 is an error", arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func illFormed(bytes: [UInt8]) {
    let text = Array("<a>".utf8) + bytes + Array("</a>".utf8)
    #expect(throws: XMLFailure.self) { try XMLDocument.element(of: text) }
  }

  @Test("elements lie at most 256 deep")
  func depth() throws {
    let nested = { (levels: Int) in
      Array((String(repeating: "<a>", count: levels) + String(repeating: "</a>", count: levels)).utf8)
    }
    _ = try XMLDocument.element(of: nested(XMLReader.depthLimit))
    for levels in [XMLReader.depthLimit + 1, 10_000] {
      let failure = #expect(throws: XMLFailure.self) { try XMLDocument.element(of: nested(levels)) }
      expectEqual(failure?.code, .tooLarge)
    }
  }

  @Test("an element has at most 256 attributes, and a tag at most a megabyte")
  func tags() throws {
    let tag = { (count: Int) in Array(("<a " + (0..<count).map { "a\($0)='1' " }.joined() + "/>").utf8) }
    try expectEqual(XMLDocument.element(of: tag(XMLReader.attributeLimit)).attributes.count, XMLReader.attributeLimit)
    #expect(throws: XMLFailure.self) { try XMLDocument.element(of: tag(XMLReader.attributeLimit + 1)) }
    let events = Events()
    let reader = try XMLReader(events)
    let failure = #expect(throws: XMLFailure.self) {
      try reader.read(Array("<a><!-- ".utf8))
      for _ in 0..<40 { try reader.read([UInt8](repeating: UInt8(ascii: "x"), count: 65_536)) }
    }
    expectEqual(failure?.code, .tooLarge)
  }

  @Test("an element is kept up to a megabyte, in texts or in elements")
  func size() throws {
    for part in ["<b/>", "x", "<b>\n</b>", "<b c='d'/>"] {
      let text = "<a>" + String(repeating: part, count: 2_000_000 / part.utf8.count) + "</a>"
      let failure = #expect(throws: XMLFailure.self) { try XMLDocument.element(of: Array(text.utf8)) }
      expectEqual(failure?.code, .tooLarge, "\(part)")
    }
    let text = "<a>" + String(repeating: "line\n", count: 200_000) + "</a>"
    try expectEqual(XMLDocument.element(of: Array(text.utf8)).text.utf8.count, 1_000_000)
  }
}

/// A handler that records the events of a reader.
private final class Events: XMLHandler {
  private(set) var text = ""
  private(set) var names: [String] = []

  func begin(_ name: XMLName, _ attributes: [XMLAttribute]) { names.append(name.local) }
  func text(_ text: String) { self.text += text }
  func end() {}
}
