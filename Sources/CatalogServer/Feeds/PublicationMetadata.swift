import Catalog
import CatalogSources
import FoundationEssentials

/// The metadata of a publication in OPDS 2.0, as in Readium's manifest.
enum PublicationMetadata {
  /// The JSON members for the roles of people, by MARC code. People with any other role are listed as contributors,
  /// together with that role.
  private static let roles = [
    "trl": "translator", "edt": "editor", "ill": "illustrator", "nrt": "narrator", "art": "artist",
  ]
  private static let members = ["translator", "editor", "illustrator", "narrator", "artist", "contributor"]

  static func write(_ publication: Publication, to json: inout JSONWriter) {
    let book = publication.book
    json.object { json in
      json.member("@type", book.format == .audiobook ? "http://schema.org/Audiobook" : "http://schema.org/Book")
      json.member("identifier", publication.identifier)
      json.member("title", FeedText.title(book.title))
      line("subtitle", book.subtitle, to: &json)
      writeIdentifiers(publication, to: &json)
      if !publication.authors.isEmpty {
        json.array("author") { json in
          for author in publication.authors { write(author, role: nil, to: &json) }
        }
      }
      writeContributors(publication.contributors, to: &json)
      line("publisher", book.publisher, to: &json)
      if let language = publication.language { json.member("language", language) }
      if let published = book.published { json.member("published", published.description) }
      json.member("modified", book.changed.rfc3339)
      if !publication.tags.isEmpty {
        json.key("subject")
        json.strings(publication.tags)
      }
      if let description = book.description { json.member("description", FeedText.cleaned(description)) }
      if let pages = book.pages { json.member("numberOfPages", pages) }
      if let minutes = book.duration { json.member("duration", minutes * 60) }
      writeSeries(publication.series, to: &json)
    }
  }

  private static func line(_ name: String, _ text: String?, to json: inout JSONWriter) {
    if let text { json.member(name, FeedText.line(text)) }
  }

  private static func writeIdentifiers(_ publication: Publication, to json: inout JSONWriter) {
    let others = publication.book.identifiers
    guard publication.isbn != nil || !others.isEmpty else { return }
    json.array("altIdentifier") { json in
      if let isbn = publication.isbn { json.string(isbn) }
      for identifier in others {
        // Write an object, because an identifier written as a string must be a URI.
        json.object { json in
          json.member("value", "\(identifier.type):\(FeedText.line(identifier.value))")
        }
      }
    }
  }

  private static func writeContributors(_ contributors: [Contributor], to json: inout JSONWriter) {
    for member in members {
      let those = contributors.filter { (roles[$0.role ?? ""] ?? "contributor") == member }
      guard !those.isEmpty else { continue }
      json.array(member) { json in
        for person in those { write(person.name, role: member == "contributor" ? person.role : nil, to: &json) }
      }
    }
  }

  private static func write(_ name: String, role: String?, to json: inout JSONWriter) {
    json.object { json in
      json.member("name", FeedText.line(name))
      line("role", role, to: &json)
    }
  }

  private static func writeSeries(_ series: [SeriesPlace], to json: inout JSONWriter) {
    guard !series.isEmpty else { return }
    json.object("belongsTo") { json in
      json.array("series") { json in
        for entry in series {
          json.object { json in
            json.member("name", FeedText.line(entry.name))
            if let number = entry.number {
              json.key("position")
              json.number(number)
            }
          }
        }
      }
    }
  }
}
