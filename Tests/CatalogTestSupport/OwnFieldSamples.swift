import Catalog

/// A user-defined field of each kind, for the catalogs of tests.
public enum OwnFieldSamples {
  /// Fields for texts, numbers, dates, flags, lists and choices, with the numbers 1 to 6.
  public static let all: [OwnField] = OwnField.Kind.allCases.enumerated().map { index, kind in
    OwnField(
      id: OwnField.ID(index + 1), name: names[index], kind: kind, choices: kind == .choice ? ["happy", "sad"] : [])
  }

  private static let names = ["shelf", "price", "bought", "signed", "readers", "mood"]

  /// The fields, as books and changes name them.
  public static let fields = all.map(\.field)

  /// Returns values of a field as people type them; few, so that books agree.
  package static func values(of field: BookField) -> [String] {
    switch field.ownKind {
    case .text?: ["attic", "attic left\nrow 2", "Étagère 12"]
    case .number?: ["-1.5", "0", "2", "2.125", "1e+300"]
    case .date?: ["2024", "2024-05", "2024-05-31", "1999-12"]
    case .flag?: ["yes", "no"]
    case .list?: ["Ada", "Ada; Ben", "le guin; Żółw"]
    case .choice?: ["happy", "sad"]
    case nil: []
    }
  }
}
