// The error codes as patterns for `catch`, such as `catch CatalogError.busy`.
//
// ```swift
// do {
//   try await catalog.edit(book.id) { $0.title = "Dune" }
// } catch CatalogError.noSuchBook {
//   // The book was removed in the meantime.
// }
// ```
extension CatalogError {
  /// See ``Code/busy``.
  public static var busy: Code { .busy }
  /// See ``Code/damaged``.
  public static var damaged: Code { .damaged }
  /// See ``Code/notACatalog``.
  public static var notACatalog: Code { .notACatalog }
  /// See ``Code/newer``.
  public static var newer: Code { .newer }
  /// See ``Code/permissionDenied``.
  public static var permissionDenied: Code { .permissionDenied }
  /// See ``Code/diskFull``.
  public static var diskFull: Code { .diskFull }
  /// See ``Code/readOnly``.
  public static var readOnly: Code { .readOnly }
  /// See ``Code/missing``.
  public static var missing: Code { .missing }
  /// See ``Code/inTheWay``.
  public static var inTheWay: Code { .inTheWay }
  /// See ``Code/cancelled``.
  public static var cancelled: Code { .cancelled }
  /// See ``Code/noSuchBook``.
  public static var noSuchBook: Code { .noSuchBook }
  /// See ``Code/noSuchSource``.
  public static var noSuchSource: Code { .noSuchSource }
  /// See ``Code/noSuchField``.
  public static var noSuchField: Code { .noSuchField }
  /// See ``Code/ambiguousBook``.
  public static var ambiguousBook: Code { .ambiguousBook }
  /// See ``Code/privateData``.
  public static var privateData: Code { .privateData }
  /// See ``Code/nothingToDo``.
  public static var nothingToDo: Code { .nothingToDo }
  /// See ``Code/restored``.
  public static var restored: Code { .restored }
  /// See ``Code/failed``.
  public static var failed: Code { .failed }
}

extension CatalogError.Code {
  /// Returns true if an error is a ``CatalogError`` with this code.
  public static func ~= (code: CatalogError.Code, error: any Error) -> Bool {
    (error as? CatalogError)?.code == code
  }
}
