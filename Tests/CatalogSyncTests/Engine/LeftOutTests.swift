import TestExpectations
import Testing

@testable import Catalog
@testable import CatalogModel
@testable import CatalogTestSupport

@Suite struct LeftOutTests {
  @Test func `a refresh reports the first records with values that it left out, and counts them all`() async throws {
    let temporary = try TemporaryCatalog()
    let count = RefreshReport.rejectedLimit + 5
    let items = (0..<count).map { number -> SourceItem in
      var values = FieldPresences()
      values[.title] = .value(.text("Book \(number)"))
      // Each record lacks an ISBN and a part of its own.
      let leftOut = [InvalidValue("ISBN", "\(number)", "bad"), InvalidValue("part \(number)", "x", "bad")]
      return .record(
        SourceRecord(
          canonical: values, own: [], remoteID: "r\(number)", hasOwnID: true, uuid: nil, unknown: nil, leftOut: leftOut)
      )
    }
    let report = try await temporary.refresh(AnsweringSource(items: items))[0]
    #expect(report.counts.added == count && report.counts.leftOut == count)
    expectEqual(report.leftOut.count, RefreshReport.rejectedLimit)
    #expect(report.leftOut.first?.hasPrefix("r0 without") == true)
    expectEqual(report.leftOutParts.count, RefreshReport.rejectedLimit)
    expectEqual(report.leftOutParts.first?.part, "ISBN")
    expectEqual(report.leftOutParts.first?.count, count)
    expectEqual(report.leftOutParts.dropFirst().map(\.count).max(), 1)
  }
}
