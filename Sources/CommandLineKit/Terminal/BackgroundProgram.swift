import Dispatch
import Platform

/// A program that runs in the background, without input or output, while this process uses the screen.
package enum BackgroundProgram {
  /// Runs a program with one argument and waits until it has ended.
  package static func run(
    _ program: String, _ argument: String, environment: [String: String]
  ) async -> ProgramEnding {
    let script = "exec \"$1\" \"$2\" < /dev/null > /dev/null 2>&1"
    let arguments = ["/bin/sh", "-c", script, "sh", program, argument]
    switch ChildProgram.spawn(arguments, environment: environment) {
    case .failure(let error): return .notStarted(error.code)
    case .success(let process):
      return await withCheckedContinuation { continuation in
        // The program may run as long as the user keeps reading, so waiting must not block a thread of Swift's thread
        // pool.
        DispatchQueue.global().async {
          let status = SystemCall.wait(for: process)
          continuation.resume(returning: status.map(ProgramEnding.init(status:)) ?? .notStarted(errno))
        }
      }
    }
  }
}
