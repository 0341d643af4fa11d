#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether the system lets this process have what work on several threads takes. Dispatch traps where it gets no descriptor,
/// and waits for ever where it gets no thread; so it is asked for nothing then.
enum ProcessMeans {
  /// More than dispatch and SQLite open before the first file of a user's.
  private static let descriptors = 16
  private static let threads = 4

  /// - Throws: ``CommandError`` where too little is to be had now.
  static func require() throws {
    try requireDescriptors()
    try requireThreads()
  }

  /// Lets this process open so many files, or as many as the system lets it (setrlimit(2)): shells start programs with 1,024.
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

  /// Starts as many threads as are needed at once, which end together.
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
