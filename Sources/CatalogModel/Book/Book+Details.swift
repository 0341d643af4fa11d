import FoundationEssentials

// The fields of ``DetailFields``, as typed properties.
extension Book {
  /// What stands below the title, one line of at most 2,000 bytes of UTF-8; `nil` when there is none or it is not known.
  public package(set) var subtitle: String? {
    get { details[.subtitle].text }
    set { details[.subtitle] = newValue.map(FieldValue.text) }
  }
  /// Who made it besides its authors, in order.
  public package(set) var contributors: [Contributor] {
    get { details[records: .contributors] }
    set { details[records: .contributors] = newValue }
  }
  /// The names by which services and libraries know it, besides the ISBN.
  public package(set) var identifiers: [BookIdentifier] {
    get { details[records: .identifiers] }
    set { details[records: .identifiers] = newValue }
  }
  /// When the work appeared first, in whichever edition.
  public package(set) var firstPublished: PartialDate? {
    get { details[.firstPublished].date }
    set { details[.firstPublished] = newValue.map(FieldValue.date) }
  }
  /// The form of the edition; `nil` when it is not known.
  public package(set) var format: BookFormat? {
    get { details[.format].text.flatMap(BookFormat.init(rawValue:)) }
    set { details[.format] = newValue.map { .text($0.rawValue) } }
  }
  /// How long an audiobook is, in minutes, 1 to 100,000; `nil` when it is not known.
  public package(set) var duration: Int? {
    get { details[.duration].integer }
    set { details[.duration] = newValue.map(FieldValue.integer) }
  }
  /// What the user thinks of it, which may be shown to others; as long as notes may be. `nil` when there is none.
  public package(set) var review: String? {
    get { details[.review].text }
    set { details[.review] = newValue.map(FieldValue.text) }
  }
  /// The series that it is in besides the first one, in order.
  public package(set) var otherSeries: [SeriesPlace] {
    get { details[records: .otherSeries] }
    set { details[records: .otherSeries] = newValue }
  }
  /// What the book is about, as its publisher or a source says it: text of any number of lines, at most 256 KiB of UTF-8.
  public package(set) var description: String? {
    get { details[.description].text }
    set { details[.description] = newValue.map(FieldValue.text) }
  }
  /// Where the image of its cover is, as its source says: an address of `file`, `http` or `https`.
  public package(set) var cover: String? {
    get { details[.cover].text }
    set { details[.cover] = newValue.map(FieldValue.text) }
  }
  /// The files of the book that its sources have.
  public package(set) var files: [BookFile] {
    get { details[records: .files] }
    set { details[records: .files] = newValue }
  }
  /// Those of the sources, then those of the user, none twice.
  public var allFiles: [BookFile] {
    let files = files
    return files + attachments.filter { attachment in !files.contains { $0.address == attachment.address } }
  }
  /// The copies of it that the user owns.
  public package(set) var copies: [BookCopy] {
    get { details[records: .copies] }
    set { details[records: .copies] = newValue }
  }
  /// Whether the user has a copy of it.
  public var isOwned: Bool { !copies.isEmpty }
  /// Whether somebody else has a copy of the user's.
  public var isLent: Bool { copies.contains { $0.lentTo != nil } }
  /// The readings before the one that ``readState``, ``started`` and ``finished`` tell of, the first one in front.
  public package(set) var earlierReadings: [Reading] {
    get { details[records: .earlierReadings] }
    set { details[records: .earlierReadings] = newValue }
  }
  /// How often the user has read it to its end, also before.
  public var readCount: Int {
    earlierReadings.reduce(readState == .read ? 1 : 0) { $0 + ($1.outcome == .read ? $1.times : 0) }
  }
  /// The files that the user attached to the book, which no source changes.
  public package(set) var attachments: [BookFile] {
    get { details[records: .attachments] }
    set { details[records: .attachments] = newValue }
  }
}
