import Catalog
import CatalogSources
import Platform

/// The metadata of a book as a page for e-book readers, in place of a file. It contains nothing private, because it is
/// stored on other devices.
struct RecordCard {
  static let type = "text/html"

  private let book: Book

  init(_ book: Book) { self.book = Audience(fields: .publicOnly).shown(book) }

  var bytes: [UInt8] {
    let title = MarkupEscape.text(book.title)
    var page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(title)</title></head>\n<body>"
    page += "<h1>\(title)</h1>\n"
    if let subtitle = book.subtitle { page += "<p>\(MarkupEscape.text(subtitle))</p>\n" }
    if !book.authors.isEmpty { page += "<p>by \(MarkupEscape.text(book.authors.joined(separator: ", ")))</p>\n" }
    page += "<dl>\n"
    for (name, value) in facts { page += "<dt>\(name)</dt><dd>\(MarkupEscape.text(value))</dd>\n" }
    page += "</dl>\n"
    for paragraph in (book.description ?? "").split(whereSeparator: \.isNewline) {
      page += "<p>\(MarkupEscape.text(String(paragraph)))</p>\n"
    }
    return Array((page + "</body></html>\n").utf8)
  }

  private var facts: [(name: String, value: String)] {
    var facts: [(String, String)] = book.contributors.map {
      ($0.roleInWords.map { MarkupEscape.text($0) } ?? "with", $0.name)
    }
    if let series = book.series {
      facts.append(("series", series + (book.seriesNumber.map { ", \($0.shortest)" } ?? "")))
    }
    if let published = book.published { facts.append(("published", published.description)) }
    if let publisher = book.publisher { facts.append(("publisher", publisher)) }
    if let language = book.language { facts.append(("language", language)) }
    if let pages = book.pages { facts.append(("pages", String(pages))) }
    if let isbn = book.isbn { facts.append(("ISBN", isbn.description)) }
    if !book.tags.isEmpty { facts.append(("tags", book.tags.joined(separator: ", "))) }
    facts.append(("state", book.readState.rawValue))
    return facts
  }
}
