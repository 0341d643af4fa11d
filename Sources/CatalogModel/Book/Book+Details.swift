import FoundationEssentials

// The fields of ``DetailFields``, as typed properties.
extension Book {
  /// The subtitle, one line of at most 2,000 bytes of UTF-8; `nil` if the book has none or if it is unknown.
  public package(set) var subtitle: String? {
    get { details[.subtitle].text }
    set { details[.subtitle] = newValue.map(FieldValue.text) }
  }
  /// The people who contributed to the book, other than its authors, in order.
  public package(set) var contributors: [Contributor] {
    get { details[records: .contributors] }
    set { details[records: .contributors] = newValue }
  }
  /// The book's identifiers at services and libraries, other than its ISBN.
  public package(set) var identifiers: [BookIdentifier] {
    get { details[records: .identifiers] }
    set { details[records: .identifiers] = newValue }
  }
  /// The date on which the work first appeared, in any edition.
  public package(set) var firstPublished: PartialDate? {
    get { details[.firstPublished].date }
    set { details[.firstPublished] = newValue.map(FieldValue.date) }
  }
  /// The format of the edition, such as paperback or e-book; `nil` if it is unknown.
  public package(set) var format: BookFormat? {
    get { details[.format].text.flatMap(BookFormat.init(rawValue:)) }
    set { details[.format] = newValue.map { .text($0.rawValue) } }
  }
  /// The length of an audiobook in minutes, 1 to 100,000; `nil` if it is unknown.
  public package(set) var duration: Int? {
    get { details[.duration].integer }
    set { details[.duration] = newValue.map(FieldValue.integer) }
  }
  /// The user's review, which may be shown to others; `nil` if there is none. It has the same limit as ``notes``.
  public package(set) var review: String? {
    get { details[.review].text }
    set { details[.review] = newValue.map(FieldValue.text) }
  }
  /// The further series that the book belongs to, in addition to ``series``.
  public package(set) var otherSeries: [SeriesPlace] {
    get { details[records: .otherSeries] }
    set { details[records: .otherSeries] = newValue }
  }
  /// A description of the book, as its publisher or a source gives it: any number of lines, at most 256 KiB of UTF-8.
  public package(set) var description: String? {
    get { details[.description].text }
    set { details[.description] = newValue.map(FieldValue.text) }
  }
  /// The address of the cover image, as the source gives it: a `file`, `http` or `https` URL.
  public package(set) var cover: String? {
    get { details[.cover].text }
    set { details[.cover] = newValue.map(FieldValue.text) }
  }
  /// The files that the sources list for the book.
  public package(set) var files: [BookFile] {
    get { details[records: .files] }
    set { details[records: .files] = newValue }
  }
  /// The files that the sources list, followed by the files that the user attached, without duplicates.
  public var allFiles: [BookFile] {
    let files = files
    return files + attachments.filter { attachment in !files.contains { $0.address == attachment.address } }
  }
  /// The copies of the book that the user owns.
  public package(set) var copies: [BookCopy] {
    get { details[records: .copies] }
    set { details[records: .copies] = newValue }
  }
  /// True if the user owns a copy of the book.
  public var isOwned: Bool { !copies.isEmpty }
  /// True if one of the user's copies is lent out.
  public var isLent: Bool { copies.contains { $0.lentTo != nil } }
  /// The readings before the current one, earliest first. ``readState``, ``started`` and ``finished`` describe the
  /// current reading.
  public package(set) var earlierReadings: [Reading] {
    get { details[records: .earlierReadings] }
    set { details[records: .earlierReadings] = newValue }
  }
  /// The positions that the reader reached, in all readings, in the order of their days (``ReadingPosition``). At most
  /// 500 positions are stored.
  public package(set) var progress: [ReadingPosition] {
    get { details[records: .progress] }
    set { details[records: .progress] = newValue }
  }
  /// The number of times that the user has read the book to the end, including earlier readings.
  public var readCount: Int {
    earlierReadings.reduce(readState == .read ? 1 : 0) { $0 + ($1.outcome == .read ? $1.times : 0) }
  }
  /// The files that the user attached to the book. No source changes them.
  public package(set) var attachments: [BookFile] {
    get { details[records: .attachments] }
    set { details[records: .attachments] = newValue }
  }
}
