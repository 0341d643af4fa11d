import TestExpectations
import Testing

@testable import CatalogSources

@Suite struct DocumentStartTests {
  @Test(arguments: [
    ("{}", []), (#"{"a": {"x": [1], "y": {}}, "b": [2, {"z": 3}], "c": "x: {", "d": 4}"#, ["a{", "b[", "c", "d"]),
    ("\u{FEFF} \n\t{\"a\": 1}", ["a"]), (#"{"a": "b", "c": {"#, ["a", "c{"]),
    (#"{"a": [1, "b", {"c": 2}], "d""#, ["a[", "d"]),
    (#"{"say \"hi\"": [], "\\": {}}"#, [#"say \"hi\"["#, #"\\{"#]), (#"{"a": 1} {"b": 2}"#, ["a"]),
    (#"[{"a": 1}]"#, []), (#"title {"a": 1}"#, []), (#""a": {"b": 1}"#, ["b"]), ("", []),
  ])
  func `the members of the first object are found, wherever the text is cut off`(text: String, members: [String]) {
    let found = DocumentStart(Array(text.utf8)[...]).members
    expectEqual(found.map { $0.name + ($0.isObject ? "{" : "") + ($0.isArray ? "[" : "") }, members)
  }
}
