import Dispatch
import Synchronization

/// The bytes of a dump in pieces, unpacked on a thread of its own while those before are being looked through. A few pieces
/// ahead it waits.
final class DumpStream: Sendable {
  /// Some bytes, as they follow one another.
  struct Piece: Sendable {
    let bytes: [UInt8]
    /// How many bytes of the file were read up to their end. While what was read before is passed over, there are no others.
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

  /// Begins to read.
  ///
  /// - Parameter offset: how many unpacked bytes are passed over.
  init(_ file: DumpFile, from offset: Int) {
    for _ in 0..<Self.piecesAhead { free.signal() }
    DispatchQueue(label: "catalog.dump").async { self.read(file, from: offset) }
  }

  /// The next piece; `nil` at the end.
  ///
  /// - Throws: ``SourceFailure`` where the file cannot be read to its end, behind the last piece.
  func next() throws -> Piece? {
    filled.wait()
    let piece = try state.withLock { state -> Piece? in
      if !state.pieces.isEmpty { return state.pieces.removeFirst() }
      // Whoever asks once more at the end is told the same.
      filled.signal()
      try state.end?.get()
      return nil
    }
    if piece != nil { free.signal() }
    return piece
  }

  /// Reads no more.
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
        // What was passed over says only how far that is.
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
