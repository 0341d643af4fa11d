import CatalogSources
import CommandLineKit
import Synchronization

/// Shows how far the reading of dumps is, by the bytes of their files.
final class DumpBar: Sendable {
  private static let megabyte = 1_000_000

  private let bar: ProgressBar
  private let total: Int
  /// How many bytes of each file were read.
  private let packed = Mutex<[String: Int]>([:])

  /// Draws the first sign of life at once.
  init(_ label: String, _ files: [DumpFile], _ console: Console) {
    total = files.reduce(0) { $0 + $1.size }
    bar = ProgressBar(
      label, unit: "MB", total: total / Self.megabyte, stream: console.diagnostics.stream,
      settings: console.diagnostics.settings)
  }

  func show(_ file: DumpFile, _ progress: DumpProgress) {
    let sum = packed.withLock { packed in
      packed[file.path] = progress.packed
      return packed.values.reduce(0, +)
    }
    bar.update(done: min(sum, total) / Self.megabyte, label: "Reading \(file.kind)")
  }

  /// Shows that what was found is being stored.
  ///
  /// - Parameter label: what is going on.
  func show(_ label: String) { bar.update(done: total / Self.megabyte, label: label) }

  /// Wipes what is drawn.
  func finish() { bar.finish() }
}
