import TestExpectations
import Testing

@testable import CatalogSources

@Suite("The JSON writer")
struct JSONWriterTests {
  private func document(
    _ layout: JSONWriter.Layout = .compact, alsoEscaping: ((Unicode.Scalar) -> Bool)? = nil,
    _ write: (inout JSONWriter) -> Void
  ) -> String {
    var json = JSONWriter(layout: layout, alsoEscaping: alsoEscaping)
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private func writeBook(_ json: inout JSONWriter) {
    json.beginObject()
    json.key("title")
    json.string("Dune")
    json.key("authors")
    json.strings(["Frank Herbert", "Another"])
    json.key("tags")
    json.strings([])
    json.key("extra")
    json.beginObject()
    json.endObject()
    json.key("id")
    json.integer(42)
    json.key("rating")
    json.number(nil)
    json.endObject()
  }

  @Test("keeps keys in the order they were written, without white space when compact")
  func compact() {
    expectEqual(
      document { writeBook(&$0) },
      #"{"title":"Dune","authors":["Frank Herbert","Another"],"tags":[],"extra":{},"id":42,"rating":null}"#)
  }

  @Test("indents by two spaces and leaves empty containers on their line")
  func indented() {
    let expected = """
      [
        {
          "title": "Dune",
          "authors": [
            "Frank Herbert",
            "Another"
          ],
          "tags": [],
          "extra": {},
          "id": 42,
          "rating": null
        },
        7
      ]

      """
    let text = document(.indented) { json in
      json.beginArray()
      writeBook(&json)
      json.integer(7)
      json.endArray()
      json.endLine()
    }
    expectEqual(text, expected)
  }

  @Test("an empty array is [] in both layouts", arguments: [JSONWriter.Layout.compact, .indented])
  func emptyArray(layout: JSONWriter.Layout) {
    let text = document(layout) { json in
      json.beginArray()
      json.endArray()
    }
    expectEqual(text, "[]")
  }

  @Test("writes one document a line")
  func lines() {
    let text = document { json in
      for id in 1...3 {
        json.beginObject()
        json.key("id")
        json.integer(id)
        json.endObject()
        json.endLine()
      }
    }
    expectEqual(text, "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
  }

  @Test("taking the bytes away in the middle changes nothing in the document")
  func streaming() {
    var json = JSONWriter(layout: .compact)
    var collected: [UInt8] = []
    json.beginArray()
    for id in 1...100 {
      json.beginObject()
      json.key("id")
      collected += json.bytes
      json.removeWrittenBytes()
      json.integer(id)
      json.endObject()
    }
    json.endArray()
    collected += json.bytes
    let objects = (1...100).map { "{\"id\":\($0)}" }.joined(separator: ",")
    expectEqual(String(decoding: collected, as: UTF8.self), "[\(objects)]")
  }

  @Test(
    "escapes what RFC 8259 demands and nothing else",
    arguments: [
      ("", #""""#),
      ("a\"b", #""a\"b""#),
      ("AC\\DC", #""AC\\DC""#),
      ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
      ("\u{0}\u{1B}\u{1F}", #""\u0000\u001b\u001f""#),
      ("a/b\u{7F}", "\"a/b\u{7F}\""),
      ("銀河鉄道の夜 👩‍🚀 é", "\"銀河鉄道の夜 👩‍🚀 é\""),
      ("line\u{2028}and\u{2029}paragraph", "\"line\u{2028}and\u{2029}paragraph\""),
    ])
  func escaping(text: String, expected: String) {
    expectEqual(document { $0.string(text) }, expected)
    expectEqual(document { $0.key(of: text) }, "{\(expected):null}")
  }

  @Test("finds every byte to escape at every place of a long string")
  func escapingEverywhere() {
    for byte in UInt8.min..<0x80 {
      for length in 1...20 {
        for index in 0..<length {
          var characters = Array(repeating: Unicode.Scalar("é"), count: length)
          characters[index] = Unicode.Scalar(byte)
          let text = String(String.UnicodeScalarView(characters))
          let expected = text.unicodeScalars.map { scalar in
            scalar.value == UInt32(byte) ? document { $0.string(String(scalar)) }.dropFirst().dropLast() : "é"
          }
          expectEqual(document { $0.string(text) }, "\"\(expected.joined())\"")
        }
      }
    }
  }

  @Test("escapes also what the caller names, as surrogates above the basic plane")
  func escapingForTerminals() {
    let hazards: (Unicode.Scalar) -> Bool = { [0x7F, 0x9B, 0x202E, 0x1FFFE].contains($0.value) }
    let text = "é\u{7F}\u{9B}31m\"\u{202E}\u{1FFFE}\n銀"
    expectEqual(document(alsoEscaping: hazards) { $0.string(text) }, #""é\u007f\u009b31m\"\u202e\ud83f\udffe\n銀""#)
    expectEqual(document(alsoEscaping: hazards) { $0.string("plain\u{7F}") }, #""plain\u007f""#)
    expectEqual(
      document(alsoEscaping: hazards) { $0.fragment("{\n \"a\": \"\u{9B}é\u{1B}\"}") },
      "{\n \"a\": \"\\u009bé\\u001b\"}")
  }

  @Test(
    "writes numbers so that they read back as the same value",
    arguments: [
      (4.0, "4"), (4.25, "4.25"), (-0.5, "-0.5"), (0, "0"), (0.1, "0.1"), (100, "100"), (1e16, "1e+16"),
      (Double.leastNonzeroMagnitude, "5e-324"), (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    ])
  func numbers(value: Double, expected: String) {
    let text = document { $0.number(value) }
    expectEqual(text, expected)
    expectEqual(Double(text), value)
  }

  @Test("writes null for what is unknown or no JSON number")
  func nulls() {
    let text = document { json in
      json.beginArray()
      json.string(nil)
      json.integer(nil as Int?)
      json.integer(nil as Int64?)
      json.number(nil)
      json.number(.nan)
      json.number(-.infinity)
      json.boolean(nil)
      json.null()
      json.endArray()
    }
    expectEqual(text, "[null,null,null,null,null,null,null,null]")
  }

  @Test("writes integers, booleans and fragments as they are")
  func scalars() {
    let text = document { json in
      json.beginArray()
      json.integer(Int64.min)
      json.integer(Int.max)
      json.boolean(true)
      json.boolean(false)
      json.fragment(#"{"a": [1, 2]}"#)
      json.endArray()
    }
    expectEqual(text, #"[-9223372036854775808,9223372036854775807,true,false,{"a": [1, 2]}]"#)
  }

  @Test("a value of an object without a key is a programmer's error")
  func valueWithoutKey() async {
    await #expect(processExitsWith: .failure) {
      var json = JSONWriter(layout: .compact)
      json.beginObject()
      json.null()
    }
  }
}

extension JSONWriter {
  /// Writes an object whose only key is `name`.
  fileprivate mutating func key(of name: String) {
    beginObject()
    key(name)
    null()
    endObject()
  }
}
