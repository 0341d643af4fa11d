import CFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Puts a file that was made under a temporary name in its place, unless something stands there.
package enum ExclusiveRename {
  /// Renames a file within its folder.
  ///
  /// - Parameter system: the system's own way, as `renameat2`(2) with `RENAME_NOREPLACE`.
  /// - Returns: whether it has the new name now. If not, `errno` says why: `EEXIST` when something else has it. The old name
  ///   may be left as a second one.
  package static func move(
    _ old: String, to new: String, by system: (String, String) -> Int32 = { cfile_rename_new($0, $1) }
  ) -> Bool {
    if system(old, new) == 0 { return true }
    // Some file systems know no renaming that replaces nothing, but then they have links.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { return false }
    if link(old, new) == 0 { return true }
    // With neither, the name is taken first, so that of two programs one gets it.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    return DatabaseFile.take(new) && rename(old, new) == 0
  }
}
