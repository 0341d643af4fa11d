import CatalogModel

/// The metadata of a book in calibre, from its server or from its database.
struct CalibreMetadata {
  var title = ""
  /// The authors, in order.
  var authors: [String] = []
  var tags: [String] = []
  /// The languages as ISO 639-3 codes, in order.
  var languages: [String] = []
  var publisher: String?
  var series: String?
  var seriesNumber: Double?
  /// The rating from 0 to 5. 0 means no rating.
  var stars: Double?
  /// The date of publication, in the format of ``CalibreTime``.
  var published: String?
  var isbn: String?
  /// The identifiers, except the ISBN.
  var identifiers: [BookIdentifier] = []
  /// A comment in HTML.
  var comments: String?
  var files: [BookFile] = []
  /// The address of the cover image.
  var cover: String?

  /// Sets the fields of a record.
  ///
  /// - Parameter isMine: True if the stars are the user's own rating; false if they are the average rating.
  /// - Throws: `InvalidValue` if a field cannot hold its value.
  func fill(_ builder: inout RecordBuilder, isMine: Bool) throws {
    try builder.set(.title, .text(title))
    try builder.set(.authors, .list(authors))
    try builder.set(.tags, .list(tags))
    try builder.set(.language, languages.first.map(FieldValue.text))
    try builder.set(.publisher, publisher.map(FieldValue.text))
    try builder.set(.series, series.map(FieldValue.text))
    // An invalid series number does not invalidate the book.
    try builder.leavingOutInvalid {
      try $0.set(.seriesNumber, series == nil ? nil : seriesNumber.map(FieldValue.decimal))
    }
    try builder.set(isMine ? .rating : .averageRating, stars.flatMap { $0 == 0 ? nil : .decimal($0) })
    // Clear the average rating, in case an earlier version of the record stored the stars there.
    if isMine { try builder.set(.averageRating, nil) }
    try builder.set(.published, published.flatMap(CalibreTime.day).map(FieldValue.date))
    if let isbn, !isbn.isEmpty {
      try builder.setISBN { try BookField.isbn.value(of: isbn) }
    } else {
      try builder.set(.isbn, nil)
    }
    try builder.set(.identifiers, nil)
    try builder.add(identifiers)
    try builder.setDescription(comments.map(MarkupText.plain))
    try builder.set(files)
    let cover = cover.flatMap { $0.utf8.count <= FileAddress.bytes ? $0 : nil }
    try builder.set(.cover, cover.map(FieldValue.text))
  }
}
