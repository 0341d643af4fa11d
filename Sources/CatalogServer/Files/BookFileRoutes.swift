import Catalog
import CatalogSources
import FoundationEssentials

/// The routes of book files on this machine, and of the record cards of books without files.
struct BookFileRoutes {
  let catalog: ServedCatalog

  var routes: [Route] {
    [
      Route(.get, "/book/:id/file/:number", summary: "Returns a file of a book. The first file has number 1.") {
        try file($0)
      },
      Route(.get, "/book/:id/card", summary: "Returns a book's details as one page to save.") { try card($0) },
    ]
  }

  private func file(_ request: RoutedRequest) throws -> Answer {
    let (id, number) = (try request.book(), Int(clamping: try request.number("number")))
    let (book, file, path) = try catalog.read(request) { view in
      guard let book = try view.book(id),
        case (_, let file, let isAttached)? = try view.files(of: book).first(where: { $0.number == number }),
        file.path != nil
      else { throw Problem.notFound }
      return (book, file, try ServedPlaces(view).path(of: file, isAttached: isAttached))
    }
    guard let path else { throw Problem.fileIsGone }
    let body: FileBody
    do { body = try FileBody(path: path) } catch  where error.code == .missing || error.code == .inTheWay {
      throw Problem.fileIsGone
    } catch {
      throw Problem(403, detail: "The server does not have permission to read this file.")
    }
    let fields: HeaderFields = [
      "Content-Type": BookFileLinks.type(of: file), "Cache-Control": "no-cache",
      "Content-Disposition":
        AttachmentName(title: book.title, author: book.authors.first, ending: file.type ?? "bin").field,
    ]
    return .now(Response(fields: fields, body: .file(body)))
  }

  private func card(_ request: RoutedRequest) throws -> Answer {
    let id = try request.book()
    return try catalog.answer(request, type: RecordCard.type + "; charset=utf-8") { view, fields in
      guard let book = try view.book(id) else { throw Problem.notFound }
      fields.set(
        "Content-Disposition", AttachmentName(title: book.title, author: book.authors.first, ending: "html").field)
      return RecordCard(book).bytes
    }
  }
}

extension Problem {
  /// The problem reported for a file that is missing, or outside the folders that the server may read (410).
  static let fileIsGone = Problem(
    410,
    detail: """
      The file was moved, or its folder is not a source of the catalog. Refresh the source that it came from, \
      or attach the file to the book.
      """)
}
