import CatalogServer

/// Parses bytes as a form with a file: all of them at once, and in pieces of a size that the first byte gives. Both
/// have the same result, and the file is not longer than the input.
enum MultipartFuzz {
  static let parser: FuzzTarget.Parser = { bytes in
    guard let first = bytes.first else { return }
    let form = Array(bytes.dropFirst())
    let (whole, divided) = (Outcome(form, pieces: max(1, form.count)), Outcome(form, pieces: Int(first) + 1))
    precondition(whole == divided, "\(whole) in one piece, \(divided) in pieces of \(Int(first) + 1)")
    precondition(whole.file.count <= form.count, "a file of \(whole.file.count) bytes")
  }

  private struct Outcome: Equatable {
    /// The status of the problem; 0 if the form is valid.
    var status = 0
    var file: [UInt8] = []
    var fields: [FormBody.Field] = []
    var name: String?

    init(_ form: [UInt8], pieces size: Int) {
      var reader = MultipartReader(boundary: "b")
      var kept: [UInt8] = []
      do throws(Problem) {
        for start in stride(from: 0, to: form.count, by: size) {
          let piece = Array(form[start..<min(start + size, form.count)])
          let outcome = piece.withUnsafeBytes { bytes in
            Result<Void, Problem> { () throws(Problem) in
              try reader.take(bytes) { (part) throws(Problem) in kept += part }
            }
          }
          try outcome.get()
        }
        try reader.finish()
        (file, fields, name) = (kept, reader.fields, reader.fileName)
      } catch { status = error.status }
    }
  }
}
