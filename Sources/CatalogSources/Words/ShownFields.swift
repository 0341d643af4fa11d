import CatalogModel

/// The fields of a book in display groups and display order.
package enum ShownFields {
  /// The fields about the user's reading.
  package static let reading: [BookField] = [
    .readState, .started, .finished, .progress, .rating, .review, .notes, .earlierReadings,
  ]
  /// The fields about the user's copies and files.
  package static let possession: [BookField] = [.copies, .files, .attachments]
  /// The fields about the edition, beginning with the fields that people look for first.
  package static let edition: [BookField] = {
    let first: [BookField] = [
      .title, .subtitle, .authors, .contributors, .series, .otherSeries, .published, .firstPublished, .publisher,
      .format, .pages, .duration, .language,
    ]
    // These fields are shown next to another field or in another group.
    let elsewhere = first + reading + possession + [.added, .seriesNumber, .ratingsCount]
    return first + BookField.allCases.filter { !elsewhere.contains($0) }
  }()

  /// The fields in ``edition`` for forms, in which the number of a series has a line of its own.
  package static let typedEdition = edition.flatMap { $0 == .series ? [$0, .seriesNumber] : [$0] }

  /// Returns the display name of a field.
  package static func words(of field: BookField) -> String { field == .rating ? "your rating" : field.words }
}
