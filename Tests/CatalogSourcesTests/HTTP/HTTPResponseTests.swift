import Catalog
import CatalogSources
import FoundationEssentials
import TestExpectations
import Testing

@Suite("What follows from an answer's status")
struct HTTPResponseTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT, the time in the examples of RFC 9110.
  private let example = Date(timeIntervalSince1970: 784_111_777)

  private func refusal(_ status: Int, _ headers: [String: String] = [:], now: Date? = nil) -> SourceFailure? {
    let response = HTTPResponse(
      status: status, url: "http://books.example/feed?token=abc&page=2", headers: headers, body: HTTPBody { nil })
    do {
      try response.requireSuccess(now: now ?? example)
      return nil
    } catch { return error }
  }

  @Test(
    "each status leads to its decision",
    arguments: [
      (401, .denied), (403, .denied), (407, .denied), (404, .missing), (410, .cursorRefused), (408, .busy),
      (429, .busy), (500, .busy), (502, .busy), (503, .busy), (504, .busy), (400, .failed), (418, .failed),
      (501, .busy), (505, .busy), (520, .busy), (530, .busy), (422, .failed), (300, .malformed), (304, .malformed),
      (100, .malformed), (999, .malformed),
    ] as [(Int, SourceFailure.Code)])
  func statuses(status: Int, code: SourceFailure.Code) throws {
    let failure = try #require(refusal(status))
    expectEqual(failure.code, code)
    expectEqual(failure.subject, "http://books.example/feed?token=…&page=2")
    #expect(failure.cause.contains("\(status)"))
    #expect(failure.retryAfter == nil)
  }

  @Test("a success passes, unless it is a page of HTML", arguments: [200, 204, 299])
  func success(status: Int) {
    #expect(refusal(status) == nil)
    #expect(refusal(status, ["Content-Type": "application/atom+xml;charset=utf-8"]) == nil)
    for type in ["text/html", "Text/HTML; charset=utf-8", "application/xhtml+xml"] {
      let failure = refusal(status, ["content-type": type])
      expectEqual(failure?.code, .malformed)
      expectEqual(failure?.cause.contains("HTML"), true)
    }
  }

  @Test(
    "Retry-After is a number of seconds or a date in any of its forms, from a second to a day",
    arguments: [
      ("120", 120), ("0", 1), ("86401", 86_400), ("99999999999999999999999", 86_400),
      ("Sun, 06 Nov 1994 08:51:37 GMT", 120), ("Sunday, 06-Nov-94 08:51:37 GMT", 120),
      ("Sun Nov  6 08:51:37 1994", 120), ("Sun, 06 Nov 1994 08:49:36 GMT", 1),
      ("Mon, 06 Nov 2034 08:49:37 GMT", 86_400),
      ("soon", nil), ("-5", nil), ("", nil), ("1.5", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 25:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
      ("Sunday, 06-Nov-1994 08:51:37 GMT", nil),
    ] as [(String, Double?)])
  func retryAfter(value: String, seconds: Double?) {
    for status in [429, 503] {
      expectEqual(refusal(status, ["Retry-After": value])?.retryAfter, seconds.map { .seconds($0) })
    }
    #expect(refusal(404, ["Retry-After": value])?.retryAfter == nil)
  }

  @Test("a year of two digits is the one next to the present")
  func centuries() {
    // 2000-02-29 12:00:00, a leap day in a year divisible by 100.
    let leapDay = Date(timeIntervalSince1970: 951_825_600)
    for value in ["Tuesday, 29-Feb-00 12:00:30 GMT", "Tue, 29 Feb 2000 12:00:30 GMT", "Tue Feb 29 12:00:30 2000"] {
      expectEqual(refusal(503, ["Retry-After": value], now: leapDay)?.retryAfter, .seconds(30))
    }
    // 2026-01-01 00:00:00.
    let present = Date(timeIntervalSince1970: 1_767_225_600)
    expectEqual(
      refusal(503, ["Retry-After": "Thursday, 01-Jan-26 00:01:00 GMT"], now: present)?.retryAfter, .seconds(60))
    expectEqual(refusal(503, ["Retry-After": "Friday, 01-Jan-99 00:01:00 GMT"], now: present)?.retryAfter, .seconds(1))
    expectEqual(
      refusal(503, ["Retry-After": "Friday, 01-Jan-27 00:01:00 GMT"], now: present)?.retryAfter, .seconds(86_400))
  }
}
