/// System calls under separate names, because a method with the same name, such as `open`, would hide the C function.
/// Calls that a signal interrupts are repeated.
package enum SystemCall {
  /// Returns the result of a call, which is repeated as long as a signal interrupts it.
  private static func repeating<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  // MARK: Files

  /// Opens a file with `open(2)`. The descriptor is not inherited by child processes.
  ///
  /// - Parameter mode: The permissions of a file that is created.
  /// - Returns: The descriptor; -1 if the call failed, with the reason in `errno`.
  package static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o600) -> Int32 {
    #if canImport(Glibc)
      repeating { Glibc.open(path, flags | O_CLOEXEC, mode) }
    #else
      repeating { Darwin.open(path, flags | O_CLOEXEC, mode) }
    #endif
  }

  /// Reads with `read(2)` from the current position.
  ///
  /// - Returns: The number of bytes, 0 at the end; -1 if the call failed, with the reason in `errno`.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      repeating { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    #else
      repeating { Darwin.read(descriptor, buffer.baseAddress, buffer.count) }
    #endif
  }

  /// Reads with `pread(2)` at an offset, until the buffer is full or the file ends.
  ///
  /// - Returns: The number of bytes; -1 if a call failed, with the reason in `errno`.
  package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    var filled = 0
    while filled < buffer.count, let start = buffer.baseAddress {
      let count = repeating { pread(descriptor, start + filled, buffer.count - filled, off_t(offset + filled)) }
      if count < 0 { return -1 }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Writes bytes with `write(2)`. A single call may write only some of the bytes.
  ///
  /// - Returns: The number of bytes written; -1 if the call failed, with the reason in `errno`.
  package static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      repeating { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
    #else
      repeating { Darwin.write(descriptor, bytes.baseAddress, bytes.count) }
    #endif
  }

  /// Writes all bytes.
  ///
  /// - Returns: 0, or the `errno` value of the call that failed.
  package static func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      guard count > 0 else { return count == 0 ? EIO : errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Waits with `flock(2)` until this process has the only lock on an open file. Closing the file releases the lock.
  ///
  /// - Returns: True if the lock was acquired. If false, `errno` contains the reason.
  package static func lock(_ descriptor: Int32) -> Bool { repeating { flock(descriptor, LOCK_EX) } == 0 }

  // MARK: Sockets

  /// Returns a new stream socket; -1 if the call failed. Child processes do not inherit the socket, and calls on it do
  /// not block.
  package static func streamSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    #else
      socket(family, SOCK_STREAM, 0)
    #endif
  }

  /// Returns a new datagram socket; -1 if the call failed. Child processes do not inherit the socket.
  package static func datagramSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      socket(family, SOCK_DGRAM, 0)
    #endif
  }

  package static func bind(_ descriptor: Int32, _ name: UnsafeMutablePointer<sockaddr>, _ size: socklen_t) -> Int32 {
    #if canImport(Glibc)
      Glibc.bind(descriptor, name, size)
    #else
      Darwin.bind(descriptor, name, size)
    #endif
  }

  package static func connect(
    _ descriptor: Int32, _ name: UnsafeMutablePointer<sockaddr>, _ size: socklen_t
  ) -> Int32 {
    #if canImport(Glibc)
      Glibc.connect(descriptor, name, size)
    #else
      Darwin.connect(descriptor, name, size)
    #endif
  }

  package static func listen(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(descriptor, SOMAXCONN)
    #else
      Darwin.listen(descriptor, SOMAXCONN)
    #endif
  }

  package static func close(_ descriptor: Int32) {
    #if canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Darwin.close(descriptor)
    #endif
  }

  // MARK: Processes

  /// Waits with `waitpid(2)` until a child process ends.
  ///
  /// - Parameter stops: True to return when the process is suspended, too.
  /// - Returns: The status of the process; `nil` if the call failed, with the reason in `errno`.
  package static func wait(for process: pid_t, stops: Bool = false) -> Int32? {
    var status: Int32 = 0
    return repeating { waitpid(process, &status, stops ? WUNTRACED : 0) } == process ? status : nil
  }
}

extension stat {
  /// The time of the last modification.
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// The time of the last modification in nanoseconds since 1970. The value wraps on overflow, because file systems may
  /// report any time.
  package var modifiedNanoseconds: Int64 { Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec) }
}
