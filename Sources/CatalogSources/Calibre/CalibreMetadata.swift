import CatalogModel

/// What calibre says of a book, by its server and in its file alike.
struct CalibreMetadata {
  var title = ""
  /// In order.
  var authors: [String] = []
  var tags: [String] = []
  /// Codes of ISO 639-3, in order.
  var languages: [String] = []
  var publisher: String?
  var series: String?
  var seriesNumber: Double?
  /// 0 to 5; no stars are no rating.
  var stars: Double?
  /// When it was published, as ``CalibreTime`` reads it.
  var published: String?
  var isbn: String?
  /// By their types, the ISBN apart.
  var identifiers: [BookIdentifier] = []
  /// HTML.
  var comments: String?
  var files: [BookFile] = []
  /// The address of its image.
  var cover: String?

  /// - Parameter isMine: whether the stars are the user's own rating, and not what others think.
  /// - Throws: `InvalidValue` when a field cannot hold its value.
  func fill(_ builder: inout RecordBuilder, isMine: Bool) throws {
    try builder.set(.title, .text(title))
    try builder.set(.authors, .list(authors))
    try builder.set(.tags, .list(tags))
    try builder.set(.language, languages.first.map(FieldValue.text))
    try builder.set(.publisher, publisher.map(FieldValue.text))
    try builder.set(.series, series.map(FieldValue.text))
    // A book is worth more than its place in a series.
    try builder.leavingOutInvalid {
      try $0.set(.seriesNumber, series == nil ? nil : seriesNumber.map(FieldValue.decimal))
    }
    try builder.set(isMine ? .rating : .averageRating, stars.flatMap { $0 == 0 ? nil : .decimal($0) })
    // What stars said before they were the user's.
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
