import CatalogModel
import Dispatch
import Platform
import Synchronization

/// Decodes images in helper processes. An image that crashes a decoder, fills the memory or never ends affects only its
/// helper, which can neither open files nor connect to anything. At most two helpers run at a time.
///
/// The helper is the program itself, started again with the argument ``argument``. A program that uses this type calls
/// ``runIfAsked(_:)`` first thing:
///
/// ```swift
/// ImageHelper.runIfAsked(CommandLine.arguments)
/// ```
public final class ImageHelper: Sendable {
  /// The first argument of a helper process.
  public static let argument = "image-helper"

  private struct State {
    var running = 0
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  private static let parallel = 2
  /// The maximum number of waiting callers.
  private static let maxWaiting = 64
  /// The maximum size of a result in bytes: the pixels of an image that is as wide as possible.
  private static let maxResult = 64 * 1_048_576

  private let program: String
  private let arguments: [String]
  private let timeLimit: Duration
  private let queue = DispatchQueue(label: "catalog.images", attributes: .concurrent)
  private let state = Mutex(State())

  /// Creates a helper that starts the running program again.
  public convenience init() {
    #if os(Linux)
      self.init(program: "/proc/self/exe")
    #else
      self.init(program: CommandLine.arguments[0])
    #endif
  }

  /// Creates a helper that starts a given program.
  ///
  /// - Parameters:
  ///   - program: The path of a program that calls ``runIfAsked(_:)``.
  ///   - arguments: The arguments before those of the work.
  ///   - timeLimit: The time after which a helper is killed.
  package init(
    program: String, arguments: [String] = [ImageHelper.argument], timeLimit: Duration = .seconds(15)
  ) {
    (self.program, self.arguments, self.timeLimit) = (program, arguments, timeLimit)
  }

  /// Does the work of a helper process and ends it, if the arguments ask for it. Returns otherwise.
  public static func runIfAsked(_ arguments: [String]) {
    if arguments.dropFirst().first == argument { ImageHelperMain.run(Array(arguments.dropFirst(2))) }
  }

  /// Does work on an image in a helper process, once fewer than two others run. No thread waits meanwhile.
  ///
  /// - Throws: ``SourceFailure``: `malformed` if the image cannot be decoded; `tooLarge` if it is too large or takes
  ///   too long; `busy` if too many callers wait; `failed` if a library is missing.
  package func perform(_ work: ImageWork, on image: [UInt8]) async throws(SourceFailure) -> [UInt8] {
    guard image.count <= ImageHelperMain.maxBytes else {
      throw Self.failure(.tooLarge, "it has more than \(ImageHelperMain.maxBytes.grouped) bytes")
    }
    guard await begin() else { throw Self.failure(.busy, "too many images wait to be decoded") }
    defer { end() }
    let process = ImageProcess(
      program: program, arguments: arguments + work.arguments, timeLimit: timeLimit, maxOutput: Self.maxResult)
    let outcome = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: process.run(with: image)) }
    }
    switch outcome {
    case .output(let bytes, let code):
      switch ImageExitCode(rawValue: code) {
      case .done: return bytes
      case .noLibrary:
        throw Self.failure(.failed, String(decoding: bytes.prefix(200), as: UTF8.self))
      case .unconfined: throw Self.failure(.failed, "the process for images cannot be confined")
      case .undecodable: throw Self.failure(.malformed, "it cannot be decoded")
      case .wrongArguments, nil: throw Self.failure(.failed, "the process for images ended with \(code)")
      }
    case .killed: throw Self.failure(.malformed, "its decoder crashed or exceeded a limit")
    case .tooSlow: throw Self.failure(.tooLarge, "decoding it takes too long")
    case .notStarted(let code):
      throw Self.failure(.failed, "the process for images cannot be started: \(SystemError.words(code))")
    }
  }

  private static func failure(_ code: SourceFailure.Code, _ cause: String) -> SourceFailure {
    SourceFailure(code, "the image", cause: cause)
  }

  /// Waits for its turn. Returns false if too many callers wait.
  private func begin() async -> Bool {
    await withCheckedContinuation { continuation in
      let isAdmitted: Bool? = state.withLock { state in
        if state.running < Self.parallel {
          state.running += 1
          return true
        }
        guard state.waiting.count < Self.maxWaiting else { return false }
        state.waiting.append(continuation)
        return nil
      }
      if let isAdmitted { continuation.resume(returning: isAdmitted) }
    }
  }

  /// Passes the turn on to the caller that has waited longest.
  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      if state.waiting.isEmpty {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: true)
  }
}
