/// The limits of a server, for all clients together and for each one. They bound the memory that clients can use.
public struct ServerLimits: Sendable, Equatable {
  /// The number of threads for each address that the server listens at.
  public var threads = 2
  /// The maximum number of connections for each address that the server listens at. Event streams and other responses
  /// in progress count.
  public var connections = 2_000
  /// The maximum number of connections from one address; 0 for no limit. A server that trusts proxies has no limit,
  /// because all clients of a proxy have its address.
  public var connectionsPerAddress = 64
  /// The maximum number of event streams for one address of clients on other machines. By default half of its
  /// connections, so that clients that share the address still get answers while others listen.
  public var streamsPerAddress = 32
  /// The memory for the head of a request and the buffers of its connection, in bytes.
  public var memory = 32_768
  /// The time for which a connection may be silent while the client owes data.
  public var idleTime = Duration.seconds(30)
  /// The time that a complete request may take, from the end of the previous one.
  public var requestTime = Duration.seconds(60)
  /// The maximum size of a body, in bytes.
  public var bodySize = 8_388_608
  /// The maximum total size of all bodies larger than 64 KiB, in bytes.
  public var bodyMemory = 67_108_864
  /// The maximum size of an uploaded file, in bytes. Files are written to disk as they arrive.
  public var uploadSize = 536_870_912
  /// The maximum number of concurrent uploads, from all clients together.
  public var uploads = 4
  /// The maximum number of concurrent uploads of one account.
  public var uploadsPerAccount = 2
  /// The number of bytes of a file that extend the time limit by another ``requestTime``. A large file over a slow
  /// connection gets through; one that trickles in does not.
  public var uploadPace = 1_048_576
  /// The interval at which event streams get a comment, which detects dead connections.
  public var heartbeat = Duration.seconds(15)

  /// Creates the default limits.
  public init() {}
}
