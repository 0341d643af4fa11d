import Dispatch
import Synchronization

/// The bytes of a dump in pieces. They are decompressed on another thread while the caller scans earlier pieces. The
/// thread stays at most a few pieces ahead.
final class DumpStream: Sendable {
  /// Consecutive bytes.
  struct Piece: Sendable {
    let bytes: [UInt8]
    /// The number of bytes of the file that were read up to the end of this piece. Pieces without bytes report progress
    /// while bytes are skipped.
    let packed: Int
  }

  static let pieceBytes = 1_048_576
  private static let piecesAhead = 4

  private struct State {
    var pieces: [Piece] = []
    var end: Result<Void, any Error>?
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let filled = DispatchSemaphore(value: 0)
  private let free = DispatchSemaphore(value: 0)

  /// Starts reading.
  ///
  /// - Parameter offset: The number of decompressed bytes to skip.
  init(_ file: DumpFile, from offset: Int) {
    for _ in 0..<Self.piecesAhead { free.signal() }
    DispatchQueue(label: "catalog.dump").async { self.read(file, from: offset) }
  }

  /// Returns the next piece, or `nil` at the end.
  ///
  /// - Throws: ``SourceFailure`` after the last piece, if the file cannot be read to its end.
  func next() throws -> Piece? {
    filled.wait()
    let piece = try state.withLock { state -> Piece? in
      if !state.pieces.isEmpty { return state.pieces.removeFirst() }
      // Further calls at the end get the same result.
      filled.signal()
      try state.end?.get()
      return nil
    }
    if piece != nil { free.signal() }
    return piece
  }

  /// Stops reading.
  func stop() {
    state.withLock { $0.isAbandoned = true }
    free.signal()
  }

  private func read(_ file: DumpFile, from offset: Int) {
    let end = Result { try readPieces(of: file, from: offset) }.mapError { DumpFile.failure($0, file.path) }
    state.withLock { $0.end = end }
    filled.signal()
  }

  private func readPieces(of file: DumpFile, from offset: Int) throws {
    let bytes = try DumpBytes(DumpFile.open(file.path), isPacked: file.isPacked, from: offset)
    var toPass = file.isPacked ? offset : 0
    while true {
      free.wait()
      if state.withLock(\.isAbandoned) { return }
      var piece = try piece(of: bytes)
      if piece.isEmpty { return }
      if toPass > 0 {
        // Skipped bytes only report progress.
        let passed = min(toPass, piece.count)
        toPass -= passed
        piece.removeFirst(passed)
      }
      state.withLock { $0.pieces.append(Piece(bytes: piece, packed: bytes.packed)) }
      filled.signal()
    }
  }

  private func piece(of bytes: DumpBytes) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { buffer, count in
      count = try bytes.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
