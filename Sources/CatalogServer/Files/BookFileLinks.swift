import Catalog
import CatalogSources

/// A file of a book as it is offered: by an address of this server, or of the web.
struct BookFileLink: Equatable {
  let address: String
  /// A media type that is one, without parameters.
  let type: String
  /// In bytes; `nil` where it is not known.
  let size: Int?
}

/// What of a book can be had.
struct BookFileLinks {
  private let view: ServedView
  private let places: ServedPlaces
  private let basePath: String

  init(_ view: ServedView, _ places: ServedPlaces, basePath: String) {
    (self.view, self.places, self.basePath) = (view, places, basePath)
  }

  /// The files of a book that the client can have; its record card where there are none, so that there is always something.
  func links(of book: Book) throws -> [BookFileLink] {
    var links: [BookFileLink] = []
    // What the client is shown of the book has no paths.
    for (number, file, isAttached) in try view.files(of: book) {
      if file.path == nil {
        links.append(BookFileLink(address: file.address, type: Self.type(of: file), size: Self.size(file)))
      } else if places.path(of: file, isAttached: isAttached) != nil {
        links.append(
          BookFileLink(
            address: "\(basePath)/book/\(book.id)/file/\(number)", type: Self.type(of: file), size: Self.size(file)))
      }
    }
    if !links.isEmpty { return links }
    return [BookFileLink(address: "\(basePath)/book/\(book.id)/card", type: RecordCard.type, size: nil)]
  }

  private static func size(_ file: BookFile) -> Int? { file.size.flatMap { $0 > 0 ? $0 : nil } }

  /// What its name says, else what its source says where that is a media type (RFC 6838, section 4.2), else any bytes.
  static func type(of file: BookFile) -> String {
    if let known = file.type.flatMap(BookFile.mediaType(ofEnding:)) { return known }
    let said = (file.mediaType ?? "").prefix { $0 != ";" }.lowercased()
    let parts = said.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ HeaderFields.isToken($0) && $0.first.map(\.isLetter) == true }) else {
      return "application/octet-stream"
    }
    return said
  }
}
