import Catalog
import CommandLineKit

/// An assignment of the form `field=value`, as accepted by `--set`, `--add` and `--remove`. The value may be in a file:
/// `review=@notes.txt` (see ``ValueFile``).
struct FieldAssignment {
  let field: BookField
  private(set) var text: String
  private let definition: FieldDefinition
  private let isYear: Bool

  /// Parses an assignment.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields.
  ///   - problem: The message for an argument without `=`; `nil` for the default message.
  /// - Throws: ``ValidationError`` if there is no `=` or the field is unknown.
  init(_ argument: String, own: OwnFields, problem: String? = nil) throws {
    guard let name = Self.name(in: argument) else {
      throw ValidationError(problem ?? "\(quoted(argument)) is not of the form field=value")
    }
    let field = try FieldArgument.field(name, own)
    self.field = field
    definition = own.definition(of: field)
    isYear = BookField.isYear(name)
    text = Self.text(in: argument)
  }

  /// Returns the text before `=`; `nil` if there is none.
  static func name(in argument: String) -> String? {
    // Splits at Unicode scalars, because an equals sign and a following combining mark form a single `Character`.
    argument.unicodeScalars.firstIndex(of: "=").map { String(argument[..<$0]).trimmed() }
  }

  /// Returns the text after `=`.
  static func text(in argument: String) -> String {
    String(argument.unicodeScalars.drop { $0 != "=" }.dropFirst())
  }

  /// Returns the text as a value of the field.
  ///
  /// - Throws: `InvalidValue` if the text is not a valid value.
  func value() throws -> FieldValue? { try definition.typedValue(of: text) }

  /// Parses assignments and reads the values that are in files. No file is read if an assignment is invalid.
  ///
  /// - Parameters:
  ///   - own: The user-defined fields.
  ///   - isInputTaken: True if the command reads standard input for something else.
  /// - Throws: ``ValidationError`` if an assignment is invalid or standard input is needed twice;
  ///   ``CommandError/valueNotRead(_:_:)``.
  static func all(_ arguments: [String], own: OwnFields, isInputTaken: Bool) throws -> [FieldAssignment] {
    let assignments = try arguments.map { try FieldAssignment($0, own: own) }
    let files = assignments.map { ValueFile($0.text) }
    if let index = files.firstIndex(of: .file(path: "")) {
      throw ValidationError("\(quoted(arguments[index])) names no file; for the text @, write @@")
    }
    let inputs = files.count { $0 == .standardInput }
    if inputs > 1 { throw ValidationError("only one value can be read from standard input (@-)") }
    if inputs == 1, isInputTaken {
      throw ValidationError("standard input can contain books or a value (@-), not both")
    }
    return try zip(assignments, files).map { assignment, file in
      var assignment = assignment
      if let file { assignment.text = try file.text() }
      return assignment
    }
  }

  /// Returns the changes that assignments request (``all(_:own:isInputTaken:)``).
  static func changes(
    set: [String], add: [String], remove: [String], own: OwnFields, isInputTaken: Bool
  ) throws -> [FieldChange] {
    let assignments = try all(set + add + remove, own: own, isInputTaken: isInputTaken)
    return try assignments.enumerated().map { index, assignment in
      if index >= set.count + add.count { return .remove(assignment.field, assignment.items) }
      if index >= set.count { return .add(assignment.field, assignment.items) }
      let value = try assignment.value()
      return assignment.isYear ? .year(value) : .set(assignment.field, value)
    }
  }

  private var items: [String] { ListDivision.ours.items(of: text).map { $0.trimmed() } }
}

extension GlobalOptions {
  /// Returns the user-defined fields if an assignment may name one of them. If all assignments name built-in fields,
  /// returns no fields, so that the catalog need not be opened.
  func ownFields(for assignments: [String]) throws -> OwnFields {
    let names = assignments.compactMap(FieldAssignment.name)
    guard exists, names.contains(where: { BookField(named: $0) == nil }) else { return OwnFields() }
    return try openForReading().read { try $0.fields() }
  }
}
