import CCurl
import Dispatch
import Synchronization

/// Runs all transfers of a transport on one thread. `curl_multi_poll` waits for their sockets and is woken when a
/// command arrives. The thread ends when no transfers are left, but connections are kept for the next transfer.
///
/// `@unchecked Sendable`: `multi` and its handles are used only on the queue, except for `curl_multi_wakeup`, which
/// libcurl allows from any thread.
final class CurlLoop: @unchecked Sendable {
  private enum Command {
    case start(CurlTransfer)
    /// Continues a paused transfer, because the reader has taken the buffered data.
    case resume(CurlTransfer)
    case stop(CurlTransfer)
  }

  private struct State {
    var commands: [Command] = []
    var isRunning = false
  }

  private let multi: UnsafeMutableRawPointer
  private let queue = DispatchQueue(label: "catalog.http")
  private let state = Mutex(State())

  /// Creates a loop. Returns `nil` if memory or file descriptors are exhausted.
  init?() {
    guard let multi = ccurl_multi_init() else { return nil }
    self.multi = multi
    _ = ccurl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, 8)
  }

  deinit { ccurl_multi_cleanup(multi) }

  func start(_ transfer: CurlTransfer) { post(.start(transfer)) }
  func resume(_ transfer: CurlTransfer) { post(.resume(transfer)) }
  func stop(_ transfer: CurlTransfer) { post(.stop(transfer)) }

  private func post(_ command: Command) {
    let isToStart = state.withLock { state in
      state.commands.append(command)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isToStart { queue.async { self.run() } } else { _ = ccurl_multi_wakeup(multi) }
  }

  private func run() {
    var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    while let commands = next(isIdle: transfers.isEmpty) {
      for command in commands {
        switch command {
        case .start(let transfer):
          guard let easy = transfer.prepare() else { continue }
          _ = ccurl_multi_add(multi, easy)
          transfers[easy] = transfer
        case .resume(let transfer):
          // This call immediately delivers the data that libcurl has held back.
          if let easy = transfer.easy { _ = ccurl_easy_pause(easy, CURLPAUSE_CONT) }
        case .stop(let transfer):
          guard let easy = transfer.easy else { continue }
          _ = ccurl_multi_remove(multi, easy)
          transfers[easy] = nil
          transfer.finish(CURLE_ABORTED_BY_CALLBACK)
        }
      }
      _ = ccurl_multi_perform(multi)
      var result = CURLE_OK
      while let easy = ccurl_multi_next_ended(multi, &result) {
        _ = ccurl_multi_remove(multi, easy)
        transfers.removeValue(forKey: easy)?.finish(result)
      }
      // The call returns as soon as a socket is ready, a timeout expires or a command arrives. If a command arrived
      // before the call, its wakeup ends the call at once.
      if !transfers.isEmpty { _ = ccurl_multi_poll(multi, 60_000) }
    }
  }

  /// Removes and returns the pending commands. Returns `nil` to end the loop.
  private func next(isIdle: Bool) -> [Command]? {
    state.withLock { state in
      if isIdle, state.commands.isEmpty {
        state.isRunning = false
        return nil
      }
      defer { state.commands = [] }
      return state.commands
    }
  }
}
