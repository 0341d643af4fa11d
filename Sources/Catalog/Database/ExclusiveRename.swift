import CFile
import Platform

/// Gives a temporary file its final name without replacing an existing file.
package enum ExclusiveRename {
  /// Renames a file within its folder.
  ///
  /// - Parameter system: The system call to try first, such as `renameat2`(2) with `RENAME_NOREPLACE`.
  /// - Returns: True if the file has the new name; its old name may remain as a second name. If false, `errno` contains
  ///   the reason, which is `EEXIST` if another file has the new name.
  package static func move(
    _ old: String, to new: String, by system: (String, String) -> Int32 = { cfile_rename_new($0, $1) }
  ) -> Bool {
    if system(old, new) == 0 { return true }
    // Some file systems support hard links, but not a rename that fails if the new name is taken.
    guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { return false }
    if link(old, new) == 0 { return true }
    // If the file system supports neither hard links nor such a rename, an empty file reserves the new name, so that
    // only one of two processes succeeds.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    return DatabaseFile.take(new) && rename(old, new) == 0
  }
}
