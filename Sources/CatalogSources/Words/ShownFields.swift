import CatalogModel

/// The fields of a book in the groups and the order in which a person is shown them.
package enum ShownFields {
  /// The user's reading of it.
  package static let reading: [BookField] = [
    .readState, .started, .finished, .rating, .review, .notes, .earlierReadings,
  ]
  /// The user's copies and files.
  package static let possession: [BookField] = [.copies, .files, .attachments]
  /// What it is. What a person looks for first stands in front of the other fields in their order.
  package static let edition: [BookField] = {
    let first: [BookField] = [
      .title, .subtitle, .authors, .contributors, .series, .otherSeries, .published, .firstPublished, .publisher,
      .format, .pages, .duration, .language,
    ]
    // Some stand in the line of another one.
    let elsewhere = first + reading + possession + [.added, .seriesNumber, .ratingsCount]
    return first + BookField.allCases.filter { !elsewhere.contains($0) }
  }()

  /// What a field of the catalog's own is called.
  package static func words(of field: BookField) -> String { field == .rating ? "your rating" : field.words }
}
