import TestExpectations
import Testing

@testable import CatalogSources

@Suite("Reading JSON, and as much of it as is asked for") struct JSONParserTests {
  /// Returns the selected parts of a text as written, with their labels and names.
  private static func parts(_ text: String, _ selection: JSONSelection) throws -> [String] {
    // The text does not start at index 0, as if it were a part of a larger text.
    let bytes = Array("[ ".utf8) + Array(text.utf8)
    var parts: [String] = []
    _ = try JSONParser().value(of: bytes[2...], selection) { part in
      let name = part.name.map { " \($0)" } ?? ""
      parts.append("\(part.label)\(name): \(String(decoding: bytes[part.range], as: UTF8.self))")
    }
    return parts
  }

  @Test("elements and members are found where they stand, whatever they are")
  func parts() throws {
    let values = [
      "1", "-1.5e3", "1e400", #""""#, #""a\"\\""#, #""\ud800""#, #""\\\"""#, "true", "false", "null", "[ [1], {} ]",
      #"{"a":"]"}"#, "[]", #""é\n\u00e9""#,
    ]
    let spaced = values.joined(separator: " ,\n")
    try expectEqual(Self.parts("[\(spaced)]", .parts(label: "p")), values.map { "p: \($0)" })
    let members = values.enumerated().map { "\"n\($0)\" : \($1)" }.joined(separator: ",")
    try expectEqual(
      Self.parts(#"{"x":[2],"in":{\#(members)}}"#, .members(["in": .parts(label: "m")])),
      values.enumerated().map { "m n\($0): \($1)" })
    try expectEqual(Self.parts(#"{"\ud800":1,"b":2}"#, .parts(label: "p")), ["p: 1", "p b: 2"])
  }

  @Test("parts of several lists are told apart, also of those in other lists")
  func labels() throws {
    let selection = JSONSelection.members([
      "a": .parts(label: "a"), "lists": .members(["b": .parts(label: "b"), "c": .everything]),
    ])
    let text = #"{"lists":[{"b":[1,[2]]},{"b":{"k":3}},5],"a":[4],"other":[9]}"#
    try expectEqual(Self.parts(text, selection), ["b: 1", "b: [2]", "b k: 3", "a: 4"])
  }

  @Test("the members of parts are noted in passing, each once, those of a member of theirs where that is asked for")
  func memberNames() throws {
    func names(of member: String?, except known: Set<String> = [], limit: Int = 9, in text: String) throws -> [String] {
      let names = JSONMemberNames(of: member, excluding: known, limit: limit)
      _ = try JSONParser(passesOverUnusable: true)
        .value(of: Array(text.utf8), .members(["in": .parts(label: "p")]), noting: names) { _ in }
      return names.names
    }
    let text = #"""
      {"x":{"no":1},"in":[{"b":1,"a":{"c":[{"d":1}]},"b":2},5,{"\u0065":{"f":1},"\ud800":1,"a":{"c":1,"g":{}}},[{"h":1}]]}
      """#
    try expectEqual(names(of: nil, in: text), ["b", "a", "e"])
    try expectEqual(names(of: nil, except: ["a"], in: text), ["b", "e"])
    try expectEqual(names(of: nil, limit: 1, in: text), ["b"])
    try expectEqual(names(of: "a", in: text), ["c", "g"])
    try expectEqual(names(of: "z", in: text), [])
  }

  @Test("what is not asked for is passed over, as long as it is JSON")
  func selection() throws {
    let selection = JSONSelection.members(["a": .everything, "list": .members(named: ["x", "y"])])
    let deep = String(repeating: "[", count: 2_000) + String(repeating: "]", count: 2_000)
    let text = #"{"b":[1e400,"\ud800",\#(deep)],"a":{"k":[1]},"list":[{"x":1,"z":{"x":2}},[{"y":2}],"t"],"c":{"a":1}}"#
    let value = try JSONParser().value(of: Array(text.utf8), selection)
    expectEqual(value.text, #"{"a":{"k":[1]},"list":[{"x":1},[{"y":2}],"t"]}"#)
    #expect(throws: JSONParser.Failure.self) {
      try JSONParser().value(of: Array(#"{"b":[1,],"a":1}"#.utf8), selection)
    }
  }

  @Test("a value has so many values within it")
  func valueLimit() throws {
    func array(_ count: Int) -> [UInt8] {
      Array("[".utf8) + Array(repeatElement("[],", count: count - 1).joined().utf8) + Array("[]]".utf8)
    }
    try expectEqual(JSONParser().value(of: array(JSONParser.valueLimit - 1)).items?.count, JSONParser.valueLimit - 1)
    let failure = #expect(throws: JSONParser.Failure.self) {
      try JSONParser().value(of: array(JSONParser.valueLimit))
    }
    expectEqual(failure?.isJSON, true)
    var found = 0
    _ = try JSONParser().value(of: array(JSONParser.valueLimit * 2), .parts(label: "p")) { _ in found += 1 }
    expectEqual(found, JSONParser.valueLimit * 2)
  }

  @Test(
    "what is JSON and no value can be made of is told from what is none, and passed over where that is wanted",
    arguments: [
      (#"["\ud800",1]"#, #"[null,1]"#), (#"["\udc00\ud800"]"#, "[null]"), (#"["\ud83d\ude00"]"#, #"["😀"]"#),
      (#"["\\ud800"]"#, #"["\\ud800"]"#), (#"[1e400,-1e400,2]"#, "[null,null,2]"),
      (#"{"\ud800":1,"a":2}"#, #"{"a":2}"#),
      (#"{"a\ud800":"\ud800"}"#, "{}"),
    ])
  func unusable(text: String, expected: String) throws {
    let bytes = Array(text.utf8)
    try expectEqual(JSONParser(passesOverUnusable: true).value(of: bytes).text, expected)
    do throws(JSONParser.Failure) {
      let value = try JSONParser().value(of: bytes)
      expectEqual(value.text, expected)
    } catch {
      #expect(error.isJSON && !error.description.contains("not valid JSON"))
    }
  }
}
