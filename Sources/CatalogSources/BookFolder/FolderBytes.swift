extension FileBytes {
  /// Opens a listed file for reading. Fails if a link has replaced the file since the folder was listed.
  ///
  /// - Parameter folder: The absolute path of the listed folder.
  /// - Throws: ``ArchiveFailure``
  convenience init(_ file: FolderFile, in folder: String) throws(ArchiveFailure) {
    let path = file.path(in: folder)
    guard file.isLink else {
      try self.init(path: path)
      return
    }
    let root = Self.realPath(folder).map { $0 == "/" ? $0 : $0 + "/" }
    guard let root, let target = Self.realPath(path), target.hasPrefix(root) else {
      throw ArchiveFailure(.unreadable, "it links to a file outside the folder")
    }
    try self.init(path: target)
  }
}
