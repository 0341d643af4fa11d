import Platform

/// The file descriptors and threads that multithreaded work needs. Dispatch traps if it cannot open a file descriptor,
/// and waits forever if it cannot start a thread. Call ``require()`` before using Dispatch.
enum ProcessMeans {
  /// The number of free file descriptors to require. Dispatch and SQLite together need fewer before any of the user's
  /// files is opened.
  private static let descriptors = 16
  private static let threads = 4

  /// Checks the resources.
  ///
  /// - Throws: ``CommandError`` if there are too few file descriptors or threads.
  static func require() throws {
    try requireDescriptors()
    try requireThreads()
  }

  /// Raises the limit of open files to `count`, or to the highest value that the system permits (setrlimit(2)). Shells
  /// usually start programs with a limit of 1,024.
  static func allowOpenFiles(_ count: UInt) {
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(resource, &limit)
  }

  private static func requireDescriptors() throws {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < descriptors {
      let descriptor = dup(STDERR_FILENO)
      guard descriptor >= 0 else {
        throw CommandError.tooFewFiles
      }
      opened.append(descriptor)
    }
  }

  /// Starts the required number of threads at the same time, to check that the system permits them.
  private static func requireThreads() throws {
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    defer { gate.deallocate() }
    pthread_mutex_init(gate, nil)
    defer { pthread_mutex_destroy(gate) }
    pthread_mutex_lock(gate)
    var started: [pthread_t] = []
    defer {
      pthread_mutex_unlock(gate)
      for thread in started { pthread_join(thread, nil) }
    }
    while started.count < threads {
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let code = pthread_create(
        &thread, nil,
        { gate in
          #if canImport(Darwin)
            let gate = gate.assumingMemoryBound(to: pthread_mutex_t.self)
          #else
            guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
          #endif
          pthread_mutex_lock(gate)
          pthread_mutex_unlock(gate)
          return nil
        }, gate)
      guard code == 0 else {
        throw CommandError.tooFewThreads
      }
      #if canImport(Darwin)
        if let thread { started.append(thread) }
      #else
        started.append(thread)
      #endif
    }
  }
}
