import CFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Renames a file from a temporary name to its final name, without replacing an existing file.
package enum ExclusiveRename {
  /// Renames a file within its folder.
  ///
  /// - Parameter system: The system call to use, such as `renameat2`(2) with `RENAME_NOREPLACE`.
  /// - Returns: True if the file has the new name. If false, `errno` contains the reason: `EEXIST` if the name is
  ///   taken. The old name may remain as a second name of the file.
  package static func move(
    _ old: String, to new: String, by system: (String, String) -> Int32 = { cfile_rename_new($0, $1) }
  ) -> Bool {
    if system(old, new) == 0 { return true }
    // Some file systems do not support a rename that never replaces a file, but do support hard links.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { return false }
    if link(old, new) == 0 { return true }
    // If neither is supported, the name is reserved first, so that only one of two programs gets it.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    return DatabaseFile.take(new) && rename(old, new) == 0
  }
}
