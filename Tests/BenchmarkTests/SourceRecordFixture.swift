import Catalog
import CatalogTestSupport

/// Books with texts that are hard to store in tab-separated files.
enum SourceRecordFixture {
  static func book(_ number: Int) throws -> SourceRecord {
    try SourceRecord(
      "r\(number)",
      [
        .title: ["\"Quoted\" book \(number)", "Book \\N \(number)", "Żółta łódź, book 007", "\(number)"][number % 4],
        .authors: number.isMultiple(of: 2) ? "Ann \"A.\" Author; Bob Brown" : "銀河 鉄道",
        .pages: number.isMultiple(of: 3) ? nil : "\(number)",
        .notes: number.isMultiple(of: 5) ? "line\n\ttwo\r\n\"three\"" : nil,
        .series: number.isMultiple(of: 4) ? "The Series" : nil,
        .seriesNumber: number.isMultiple(of: 8) ? "1.5" : nil,
        .publisher: number.isMultiple(of: 6) ? "O'Reilly & Sons" : nil,
        .ratingsCount: number.isMultiple(of: 9) ? "\(number * number)" : nil,
        .averageRating: number.isMultiple(of: 7) ? "3.95" : nil,
        .tags: number.isMultiple(of: 2) ? "1e5; classic" : nil,
      ])
  }
}
