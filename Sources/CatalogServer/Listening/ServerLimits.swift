/// What a server takes at most, of all its clients together and of each: whoever they are, they cost bounded memory.
public struct ServerLimits: Sendable, Equatable {
  /// Threads for each address that is listened at.
  public var threads = 2
  /// Connections for each address that is listened at. Those whose answers go on, event streams, count.
  public var connections = 2_000
  /// Connections from one address; 0 is any number, as it is for a server that trusts a proxy: all clients have its address.
  public var connectionsPerAddress = 64
  /// Event streams for one address of clients that are not on this machine: half of its connections, so that those who share it are
  /// answered while others listen.
  public var streamsPerAddress = 32
  /// Bytes for the head of a request and the buffers of its connection.
  public var memory = 32_768
  /// How long a connection may be silent while bytes are owed.
  public var idleTime = Duration.seconds(30)
  /// How long a whole request may take, from the end of the one before.
  public var requestTime = Duration.seconds(60)
  /// Bytes of a body.
  public var bodySize = 8_388_608
  /// Bytes of all bodies together that are larger than 64 KiB.
  public var bodyMemory = 67_108_864
  /// Bytes of a file that is sent to where files are taken. It is written to a disk as it comes.
  public var uploadSize = 536_870_912
  /// Files that are being sent at once, whoever sends them.
  public var uploads = 4
  /// Those of them that one account sends.
  public var uploadsPerAccount = 2
  /// Bytes of a file by which its sender gains another ``requestTime``: so a large one by a slow line comes in, and one that
  /// trickles does not.
  public var uploadPace = 1_048_576
  /// How often event streams get a comment, by which dead connections are found.
  public var heartbeat = Duration.seconds(15)

  /// The usual limits.
  public init() {}
}
