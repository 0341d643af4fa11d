// Re-exports the C library of the system, so that no other file needs to know its name.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
