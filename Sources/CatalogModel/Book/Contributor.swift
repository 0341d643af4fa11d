/// A person who contributed to a book, other than its authors: a translator, an illustrator, a narrator.
///
/// ```swift
/// try await catalog.edit(book.id) { $0.contributors.append(Contributor("Ken Liu", role: "trl")) }
/// ```
public struct Contributor: Hashable, Codable, Sendable {
  /// The name in reading order, such as “Mikhaïl Boulgakov”: one line of at most 2,000 bytes of UTF-8.
  public var name: String
  /// The role: a MARC relator code such as `trl`, or any other line of at most 200 bytes; `nil` if it is unknown.
  public var role: String?

  /// Creates a contributor.
  public init(_ name: String, role: String? = nil) {
    self.name = name
    self.role = role
  }

  /// The role in words: `translator`. A role that is not a known code is returned unchanged; `nil` if there is no role.
  public var roleInWords: String? { role.map { ContributorRole(rawValue: $0)?.words ?? $0 } }
}

extension Contributor: FieldRecordConvertible {
  /// The parts of each record in ``BookField/contributors``.
  static let parts = [
    FieldPart("name", .line(bytes: FieldLimits.lineBytes), isRequired: true),
    FieldPart("role", .line(bytes: FieldLimits.tagBytes)),
  ]

  package var record: FieldRecord {
    FieldRecord([
      FieldRecord.Part("name", .text(name)), FieldRecord.Part("role", role.map(FieldValue.text)),
    ])
  }

  /// Creates a contributor from a record. Returns `nil` if the record has no name.
  package init?(record: FieldRecord) {
    guard let name = record["name"].text else { return nil }
    self.init(name, role: record["role"].text)
  }
}

/// The roles for which the catalog has words, with their MARC codes (https://id.loc.gov/vocabulary/relators).
package enum ContributorRole: String, CaseIterable, Sendable {
  case translator = "trl"
  case illustrator = "ill"
  case narrator = "nrt"
  case editor = "edt"
  case introduction = "aui"
  case afterword = "aft"
  case compiler = "com"
  case coverDesigner = "cov"
  case photographer = "pht"
  case artist = "art"
  case contributor = "ctb"
  case adapter = "adp"
  case annotator = "ann"
  case commentator = "cwt"
  case composer = "cmp"
  case lyricist = "lyr"
  case cartographer = "ctg"
  case engraver = "egr"
  case designer = "dsr"
  case director = "drt"
  case interviewer = "ivr"
  case interviewee = "ive"
  case honoree = "hnr"
  case dedicatee = "dte"
  case collector = "col"
  case publisher = "pbl"
  case printer = "prt"
  case issuingBody = "isb"
  case sponsor = "spn"
  case formerOwner = "fmo"

  /// The role in words.
  package var words: String {
    switch self {
    case .translator: "translator"
    case .illustrator: "illustrator"
    case .narrator: "narrator"
    case .editor: "editor"
    case .introduction: "introduction"
    case .afterword: "afterword"
    case .compiler: "compiler"
    case .coverDesigner: "cover designer"
    case .photographer: "photographer"
    case .artist: "artist"
    case .contributor: "contributor"
    case .adapter: "adapter"
    case .annotator: "annotator"
    case .commentator: "commentator"
    case .composer: "composer"
    case .lyricist: "lyricist"
    case .cartographer: "cartographer"
    case .engraver: "engraver"
    case .designer: "designer"
    case .director: "director"
    case .interviewer: "interviewer"
    case .interviewee: "interviewee"
    case .honoree: "honoree"
    case .dedicatee: "dedicatee"
    case .collector: "collector"
    case .publisher: "publisher"
    case .printer: "printer"
    case .issuingBody: "issuing body"
    case .sponsor: "sponsor"
    case .formerOwner: "former owner"
    }
  }

  /// Creates a role from a word that a user typed or that another program's table contains; `nil` if the word is
  /// unknown.
  package init?(named name: String) {
    let plain = name.trimmed().lowercased()
    if let role = Self(rawValue: plain) ?? Self.allCases.first(where: { $0.words == plain }) {
      self = role
      return
    }
    switch plain {
    case "translated by", "tr", "trans", "traducteur", "übersetzer": self = .translator
    case "illustrated by", "ill", "illus", "pictures", "drawings": self = .illustrator
    case "read by", "reader", "voice actor", "voice", "performer": self = .narrator
    case "edited by", "ed", "ed.", "series editor": self = .editor
    case "foreword", "preface", "prologue", "writer of introduction", "author of introduction", "writer of preface":
      self = .introduction
    case "sponsoring body": self = .sponsor
    case "cover artist", "cover art", "cover": self = .coverDesigner
    case "comp": self = .compiler
    case "photos", "photography": self = .photographer
    default: return nil
    }
  }
}
