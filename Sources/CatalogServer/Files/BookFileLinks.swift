import Catalog
import CatalogSources

/// A file of a book that clients can download, at an address on this server or on the web.
struct BookFileLink: Equatable {
  let address: String
  /// A valid media type without parameters.
  let type: String
  /// The size in bytes; `nil` if it is unknown.
  let size: Int?
}

/// The links to the files of books.
struct BookFileLinks {
  private let view: ServedView
  private let locations: ServedPlaces
  private let basePath: String

  init(_ view: ServedView, _ locations: ServedPlaces, basePath: String) {
    (self.view, self.locations, self.basePath) = (view, locations, basePath)
  }

  /// Returns links to the files of a book that the client may download. If there are no files, returns a link to the
  /// book's record card.
  func links(of book: Book) throws -> [BookFileLink] {
    var links: [BookFileLink] = []
    // The paths may have been removed from this value of the book, so read the files from the view.
    for (number, file, isAttached) in try view.files(of: book) {
      if file.path == nil {
        links.append(BookFileLink(address: file.address, type: Self.type(of: file), size: Self.size(file)))
      } else if locations.path(of: file, isAttached: isAttached) != nil {
        links.append(
          BookFileLink(
            address: "\(basePath)/book/\(book.id)/file/\(number)", type: Self.type(of: file), size: Self.size(file)))
      }
    }
    if !links.isEmpty { return links }
    return [BookFileLink(address: "\(basePath)/book/\(book.id)/card", type: RecordCard.type, size: nil)]
  }

  private static func size(_ file: BookFile) -> Int? { file.size.flatMap { $0 > 0 ? $0 : nil } }

  /// Returns the media type for the extension of a file. If the extension is unknown, returns the type that the source
  /// reports. If that type is missing or invalid (RFC 6838, section 4.2), returns `application/octet-stream`.
  static func type(of file: BookFile) -> String {
    if let known = file.type.flatMap(BookFile.mediaType(ofEnding:)) { return known }
    let stated = (file.mediaType ?? "").prefix { $0 != ";" }.lowercased()
    let parts = stated.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ HeaderFields.isToken($0) && $0.first.map(\.isLetter) == true }) else {
      return "application/octet-stream"
    }
    return stated
  }
}
