import TestExpectations
import Testing

@testable import CatalogServer

@Suite struct FormBodyTests {
  @Test func `a form is read in order with empty values and repeated names`() throws {
    let form = try FormBody(Array("title=Dune+%26+more&tag=a&tag=b&none=&bare&=x".utf8))
    expectEqual(form.fields.map(\.name), ["title", "tag", "tag", "none", "bare", ""])
    expectEqual(form["title"], "Dune & more")
    expectEqual(form.values(of: "tag"), ["a", "b"])
    #expect(form["none"]?.isEmpty == true && form["bare"]?.isEmpty == true)
    #expect(form["other"] == nil)
    #expect(try FormBody([]).fields.isEmpty)
    try expectEqual(FormBody(Array("text=a%0D%0Ab%E2%82%AC".utf8))["text"], "a\nb€")
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%FF", "a=%C3", "a=%00", "%ED%A0%80=x"])
  func `an invalid form is rejected`(text: String) {
    #expect(throws: Problem.self) { try FormBody(Array(text.utf8)) }
  }

  @Test func `invalid UTF-8 is rejected`() {
    #expect(throws: Problem.self) { try FormBody([UInt8(ascii: "a"), UInt8(ascii: "="), 0xFF]) }
  }

  @Test func `a form may have the fields that a thousand selected books need, up to an exact limit`() throws {
    let maxForm = Array(repeating: "a=1", count: FormBody.maxFields).joined(separator: "&")
    #expect(try FormBody(Array(maxForm.utf8)).fields.count > 1_000)
    #expect(throws: Problem.self) { try FormBody(Array((maxForm + "&a=1").utf8)) }
  }

  @Test func `a body is a form if the request declares it`() throws {
    func form(_ type: String?) throws -> FormBody {
      var fields = HeaderFields()
      if let type { fields.set("Content-Type", type) }
      return try FormBody(try Request(.post, "/", fields: fields, body: Array("a=1".utf8)))
    }
    try expectEqual(form("application/x-www-form-urlencoded")["a"], "1")
    try expectEqual(form("Application/X-WWW-Form-Urlencoded; charset=UTF-8")["a"], "1")
    for type in [nil, "text/plain", "multipart/form-data; boundary=x", "application/json"] {
      let problem = #expect(throws: Problem.self) { try form(type) }
      expectEqual(problem?.status, 415)
    }
  }
}
