import Catalog
import CatalogSources
import CommandLineKit
import Platform

/// A printer for the results of reading dumps and for the contents of the ISBN file, as text or JSON.
struct DumpOutput {
  let console: Console
  let isJSON: Bool

  func print(_ report: DumpReport, provider: String) throws {
    if isJSON { return try printJSON(report, provider) }
    try printFiles(report.files)
    var parts = ["\(report.found.grouped) found", "\(report.counts.enriched.grouped) enriched"]
    if report.counts.newer > 0 { parts.append("\(report.counts.newer.grouped) already have newer metadata") }
    let missing = max(0, report.total - report.found)
    if missing > 0 { parts.append("\(missing.grouped) not found") }
    try console.line("metadata of \(report.total.counted("book")): \(parts.joined(separator: ", "))")
  }

  /// Prints the number of lines read from each file, and warns about damaged lines.
  private func printFiles(_ files: [(file: DumpFile, progress: DumpProgress)]) throws {
    for (file, progress) in files {
      if let damage = progress.firstDamage {
        let lines = "skipped \(progress.damaged.counted("damaged line"))"
        console.diagnostics.warning("\(file.path): \(lines), first line \(damage.line): \(damage.reason)")
      }
      let day = progress.day.map { ", of \($0)" } ?? ""
      let other = progress.passedOver > 0 ? ", \(progress.passedOver.grouped) of merged or deleted records" : ""
      try console.line("read \(progress.lines.counted("line")) of \(file.kind)\(other)\(day)")
    }
  }

  private func printJSON(_ report: DumpReport, _ provider: String) throws {
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("provider", provider)
      json.member("total", report.total)
      json.member("found", report.found)
      json.member("enriched", report.counts.enriched)
      json.member("newer", report.counts.newer)
      json.member("missing", max(0, report.total - report.found))
      json.member("published", report.day?.description)
      write(report.files, to: &json)
      json.member("error", report.failure?.description)
    }
    try console.print(json)
  }

  private func write(_ files: [(file: DumpFile, progress: DumpProgress)], to json: inout JSONWriter) {
    json.array("dumps") { json in
      for (file, progress) in files {
        json.object { json in
          json.member("path", file.path)
          json.member("kind", file.kind.rawValue)
          json.member("lines", progress.lines)
          json.member("passedOver", progress.passedOver)
          json.member("damaged", progress.damaged)
          json.member("firstDamagedLine", progress.firstDamage?.line)
          json.member("firstDamage", progress.firstDamage?.reason)
        }
      }
    }
  }
}

extension DumpOutput {
  /// Prints the result of creating an ISBN file.
  func print(_ report: ISBNFileMaking.Report, _ path: String) throws {
    guard isJSON else {
      try printFiles(report.files)
      return try console.line("created \(path): \(report.rows.counted("ISBN"))")
    }
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("path", path)
      json.member("isbns", report.rows)
      write(report.files, to: &json)
    }
    try console.print(json)
  }

  /// Prints a summary of an existing ISBN file.
  func print(_ file: ISBNFile) throws {
    guard isJSON else {
      let day = file.summary.published.map { ", of \($0)" } ?? ""
      return try console.line("\(file.path): \(file.summary.rows.counted("ISBN"))\(day)")
    }
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("path", file.path)
      json.member("isbns", file.summary.rows)
      json.member("published", file.summary.published?.description)
    }
    try console.print(json)
  }

  /// Prints the ISBN file's entry for an ISBN.
  func print(_ book: ISBNFileBook, _ isbn: ISBN) throws {
    guard isJSON else {
      let lines = LabelledLines(labelWidth: 8, stream: console.output, settings: console.outputSettings)
      let values = [
        ("isbn", isbn.digits), ("title", book.title), ("author", book.author), ("year", book.year.map(String.init)),
        ("pages", book.pages.map(String.init)), ("work", book.work),
      ]
      for case (let label, let value?) in values { try lines.write(label, value) }
      return
    }
    var json = JSONWriter(for: console.outputSettings)
    json.object { json in
      json.member("isbn13", isbn.digits)
      json.member("title", book.title)
      json.member("author", book.author)
      json.member("year", book.year)
      json.member("pages", book.pages)
      json.member("work", book.work)
    }
    try console.print(json)
  }
}
