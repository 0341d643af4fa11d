/// The limits of a server, for all clients together and for each client. They bound the memory that clients can use.
public struct ServerLimits: Sendable, Equatable {
  /// The number of threads for each address that the server listens on.
  public var threads = 2
  /// The maximum number of connections for each address that the server listens on, including connections with an event
  /// stream or another response in progress.
  public var connections = 2_000
  /// The maximum number of connections from one address; 0 for no limit. A server that trusts proxies has no limit,
  /// because all clients behind a proxy share its address.
  public var connectionsPerAddress = 64
  /// The maximum number of event streams for each address, except for this machine. The default is half of the maximum
  /// number of connections from an address. The other half serves the requests of clients that share the address.
  public var streamsPerAddress = 32
  /// The memory for the head of a request and the buffers of its connection, in bytes.
  public var memory = 32_768
  /// The time for which a connection may be silent while the server waits for data from the client.
  public var idleTime = Duration.seconds(30)
  /// The time within which a complete request must arrive, counted from the end of the previous request.
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
  /// The number of bytes of an uploaded file after which the time limit ``requestTime`` starts again. A large file over
  /// a slow connection is therefore accepted, but not a file that trickles in.
  public var uploadPace = 1_048_576
  /// The interval between the comments that are sent to event streams to detect dead connections.
  public var heartbeat = Duration.seconds(15)

  /// Creates the default limits.
  public init() {}
}
