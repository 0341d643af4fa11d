import CatalogSources
import CommandLineKit
import Synchronization

/// A progress bar for reading dumps. It measures progress in bytes of the files.
final class DumpBar: Sendable {
  private static let megabyte = 1_000_000

  private let bar: ProgressBar
  private let total: Int
  /// The number of bytes read so far from each file, by path.
  private let packed = Mutex<[String: Int]>([:])

  /// Creates a bar and draws it immediately.
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

  /// Shows that all files have been read and that another activity is in progress.
  ///
  /// - Parameter label: The name of that activity.
  func show(_ label: String) { bar.update(done: total / Self.megabyte, label: label) }

  /// Erases the bar.
  func finish() { bar.finish() }
}
